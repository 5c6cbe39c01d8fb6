"""Other crawlers, written anew from what is documented of them, to compare with on equal terms."""
