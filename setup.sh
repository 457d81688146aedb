#!/bin/sh
# Makes this folder ready to run Deskhand on Debian 12 or Ubuntu 24.04, from nothing but git, make and python3.
#
#   ./setup.sh runtime   what `make demo` needs
#   ./setup.sh test      that, all applications the tests use, and the checks
#   ./setup.sh bench     that, and the peers that benchmarks measure (.bench-venv)
#
# It may be run again: what is there is left alone, and a run with nothing to do takes a moment and asks no server.
# It prints every line that changes the system. PYTHON=/path/to/python3 chooses the Python.
set -eu
cd "$(dirname "$0")"
: "${LANG:=C.UTF-8}"
export LANG

say() { printf '%s\n' "setup: $*" >&2; }
fail() { say "$*"; exit 1; }

group=${1:-test}
case $group in
    runtime) groups='runtime'; lock=run ;;
    test) groups='runtime test'; lock=dev ;;
    bench) groups='runtime test bench'; lock=dev ;;
    *) fail "no group '$group': runtime, test or bench" ;;
esac

# --- system packages

# packages KIND: those of this run's groups; KIND is 'must' or 'may'.
packages() {
    while read -r row_group package _; do
        case $row_group in ''|'#'*) continue ;; esac
        kind=must
        case $row_group in *'?') kind=may; row_group=${row_group%?} ;; esac
        case " $groups " in *" $row_group "*) [ "$kind" = "$1" ] && printf '%s\n' "$package" ;; esac
    done < requirements/system.txt | sort -u
}

# missing PACKAGE...: those that are not installed.
missing() {
    [ $# -gt 0 ] || return 0
    have=$(dpkg-query -W -f='${Package} ${db:Status-Status}\n' "$@" 2>/dev/null | sed -n 's/ installed$//p') || true
    for package in "$@"; do
        printf '%s\n' "$have" | grep -qx -- "$package" || printf '%s\n' "$package"
    done
}

as_root() {
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || fail "run this as root, or install sudo: $*"
        set -- sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        set -- env DEBIAN_FRONTEND=noninteractive "$@"
    fi
    say "+ $*"
    "$@" </dev/null >&2
}

# known PACKAGE: the package lists have a version of it that is not a hollow step to a snap.
known() {
    version=$(apt-cache policy "$1" 2>/dev/null | sed -n 's/^ *Candidate: //p')
    case $version in ''|'(none)'|*snap*) return 1 ;; esac
}

install_packages() {
    command -v dpkg-query >/dev/null || { say 'no dpkg here: install what requirements/system.txt lists by hand'; return 0; }
    # shellcheck disable=SC2046
    must=$(missing $(packages must))
    # An optional package that the lists did not have is not asked for again until the table changes.
    absent=.setup-absent
    [ -f "$absent" ] && [ "$absent" -nt requirements/system.txt ] && skipped=$(cat "$absent") || skipped=''
    # shellcheck disable=SC2046
    may=$(for package in $(missing $(packages may)); do
        printf '%s\n' "$skipped" | grep -qx -- "$package" || printf '%s\n' "$package"
    done)
    [ -n "$must$may" ] || return 0
    for package in $must; do
        known "$package" || { as_root apt-get update -q; break; }
    done
    wanted=$must
    for package in $may; do
        if known "$package"; then
            wanted="$wanted $package"
        else
            say "$package is not to be had here; what needs it is skipped"
            printf '%s\n' "$package" >> "$absent"
        fi
    done
    [ -n "$(echo "$wanted" | tr -d ' \n')" ] || return 0
    # shellcheck disable=SC2086
    set -- apt-get install -y -q --no-install-recommends $wanted
    # Old lists name files that the servers no longer have: look again once.
    as_root "$@" || { as_root apt-get update -q; as_root "$@"; }
}

# --- Python environments

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
complete() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

find_python() {
    for candidate in ${PYTHON:-python3 python3.12 python3.11 python3.13 /usr/bin/python3}; do
        found=$(command -v "$candidate" 2>/dev/null) || continue
        if new_enough "$found" && complete "$found"; then
            printf '%s\n' "$found"
            return 0
        fi
    done
    fail "Deskhand needs Python 3.11 or newer with venv; ${PYTHON:-python3} is $(${PYTHON:-python3} --version 2>&1 || true)"
}

# environment FOLDER LOCK: a virtual environment that holds exactly the locked versions, stamped with what made it.
environment() {
    folder=$1 file=requirements/$2.txt stamp=$1/.deskhand-$2
    sum=$(cat "$file" pyproject.toml | cksum)
    [ -x "$folder/bin/python" ] && [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$sum" ] && return 0
    if ! new_enough "$folder/bin/python"; then
        python=$(find_python)
        say "+ $python -m venv --clear $folder"
        "$python" -m venv --clear "$folder"
    fi
    : > "$folder/.deskhand"
    say "+ $folder/bin/python -m pip install --require-hashes -r $file"
    "$folder/bin/python" -m pip --disable-pip-version-check install -q --use-pep517 --require-hashes -r "$file" >&2
    if [ "$folder" = .venv ]; then
        "$folder/bin/python" -m pip --disable-pip-version-check install -q --no-deps --no-build-isolation -e . >&2
    fi
    printf '%s\n' "$sum" > "$stamp"
}

install_packages
# The tests' environment has all that the demo needs; it is not narrowed again.
if [ "$lock" = run ] && [ -f .venv/.deskhand-dev ]; then lock=dev; fi
environment .venv "$lock"
if [ "$group" = bench ]; then environment .bench-venv bench; fi
