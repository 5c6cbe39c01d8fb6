"""The live view: a page on this machine that shows a crawl, and steers it if it may."""
