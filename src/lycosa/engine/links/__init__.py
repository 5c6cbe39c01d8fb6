"""What becomes of links that are found: let in or refused, followed, recorded, or let go with their host."""
