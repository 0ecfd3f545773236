#!/bin/sh
# Prints the path of a Chromium for the browser tests: the one named by CHROMIUM, one on the PATH, or Debian's, installed.
for name in "$CHROMIUM" chromium chromium-browser google-chrome; do
    if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
        command -v "$name"
        exit 0
    fi
done
sh "$(dirname "$0")/install_debians.sh" chromium && command -v chromium && exit 0
echo "The browser tests need a Chromium: install one, or name one with CHROMIUM=/path/to/chromium." >&2
exit 1
