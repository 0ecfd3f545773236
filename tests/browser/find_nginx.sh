#!/bin/sh
# Prints the path of an nginx for the test of the hosting set-up: one on the PATH, or Debian's, installed.
PATH="$PATH:/usr/sbin"
command -v nginx && exit 0
sh "$(dirname "$0")/install_debians.sh" nginx && command -v nginx && exit 0
echo "The test of the hosting set-up needs nginx: install it." >&2
exit 1
