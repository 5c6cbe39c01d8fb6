"""Calls between the processes of a cluster."""
