#!/bin/sh
# Installs a package of Debian, as root or as one who may be it; fails where that cannot be.
command -v apt-get >/dev/null 2>&1 || exit 1
as_root=""
[ "$(id -u)" = 0 ] || as_root="sudo -n"
{ $as_root apt-get update && $as_root apt-get install -y --no-install-recommends "$1"; } >/dev/null 2>&1
