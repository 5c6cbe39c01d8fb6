"""What a crawl learns: from its visits, from people's answers, and what follows for links and verdicts."""
