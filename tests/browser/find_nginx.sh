#!/bin/sh
# Prints the path of an nginx for the test of the hosting set-up: one on the PATH, or Debian's, installed.
PATH="$PATH:/usr/sbin"
command -v nginx && exit 0
if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    if { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends nginx; } >/dev/null 2>&1; then
        command -v nginx && exit 0
    fi
fi
echo "The test of the hosting set-up needs nginx: install it." >&2
exit 1
