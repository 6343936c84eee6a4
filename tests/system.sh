#!/usr/bin/env bash
# What the tests need from the system: a browser, Node, PostgreSQL and Redis. Installs with apt what is missing, where it can.
set -euo pipefail

missing=()
command -v chromium >/dev/null || missing+=(chromium)
command -v npm >/dev/null || missing+=(nodejs npm)
command -v redis-server >/dev/null || missing+=(redis-server)
compgen -G '/usr/lib/postgresql/*/bin/postgres' >/dev/null || command -v initdb >/dev/null || missing+=(postgresql)
[ ${#missing[@]} -eq 0 ] && exit 0

root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "The tests need ${missing[*]}: install these packages and try again." >&2
        exit 2
    fi
    root=(sudo)
fi
if ! command -v apt-get >/dev/null; then
    echo "The tests need ${missing[*]}, and there is no apt-get to fetch them: install them and try again." >&2
    exit 2
fi
echo "Installing ${missing[*]} for the tests."
# A server that the package would start by itself is of no use here: the tests start their own.
"${root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 apt-get install -qq -y --no-install-recommends "${missing[@]}" >/dev/null
