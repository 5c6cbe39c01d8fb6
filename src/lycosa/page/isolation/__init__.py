"""Pages that are not proven cheap are read where they can do no harm: what is asked, and how it is sent."""
