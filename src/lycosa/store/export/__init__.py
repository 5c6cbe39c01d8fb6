"""What leaves the folder: rows, texts and datasets of the pages found."""
