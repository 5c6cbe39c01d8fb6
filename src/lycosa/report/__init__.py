"""Reports: tables, plots and pages for people."""
