"""Other crawlers and ours, each as a program that crawls a served web and says what it cost."""
