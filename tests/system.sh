#!/usr/bin/env bash
# The tests need a browser, Node, PostgreSQL and Redis. Installs what is missing with apt, if permitted.
set -euo pipefail

missing=()
command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || missing+=(chromium-headless-shell)
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
# RUNLEVEL keeps the packages from starting servers. The options wait for another apt, and retry a slow mirror.
apt() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive RUNLEVEL=1 \
        apt-get -qq -o DPkg::Lock::Timeout=300 -o Acquire::Retries=5 "$@"
}
apt update
apt install -y --no-install-recommends "${missing[@]}" >/dev/null
