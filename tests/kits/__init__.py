"""What tests share: games, windows, saves, disks that fail, eyes that see fewer colours."""
