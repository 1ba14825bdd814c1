"""The pages of an atlas as drawings, for the window and for pictures."""
