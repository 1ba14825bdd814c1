"""Orders that stand for several: for a group, for all battles, for a way of many phases, for what was done before."""
