"""When to ask whom: politeness, patience, retries, outages and the slots of requests under way."""
