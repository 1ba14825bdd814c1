"""Files and command lines of strangers, and whether any does harm."""
