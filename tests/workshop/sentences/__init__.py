"""Every sentence the program can say, and where: from the sources, from played games and from every screen."""
