"""Sub-topics: relevant pages in groups, each with a name made of its telling words."""
