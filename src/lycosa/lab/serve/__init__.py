"""A frozen web on loopback: pages, certificates, network faults, and a search engine."""
