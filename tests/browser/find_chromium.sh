#!/bin/sh
# Prints the path of a Chromium for the browser tests: the one named by CHROMIUM, one on the PATH, or Debian's, installed.
for name in "$CHROMIUM" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
        command -v "$name"
        exit 0
    fi
done
if command -v apt-get >/dev/null 2>&1; then
    as_root=""
    [ "$(id -u)" = 0 ] || as_root="sudo -n"
    if { $as_root apt-get update && $as_root apt-get install -y --no-install-recommends chromium; } >/dev/null 2>&1; then
        command -v chromium && exit 0
    fi
fi
echo "The browser tests need a Chromium: install one, or name one with CHROMIUM=/path/to/chromium." >&2
exit 1
