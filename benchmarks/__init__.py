"""Programs that measure speed, memory and quality; see README.md."""
