"""`python -m lycosa` is the command `lycosa`."""

from lycosa.cli import main

main()
