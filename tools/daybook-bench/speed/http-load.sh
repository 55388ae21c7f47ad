#!/usr/bin/env bash
# What a server bears: http-load.sh ADDRESS -Dseconds=60 -Doverload=60 -Dusers=100, for example of ./daybook serve --open.
# It shares the machine with the server, and takes about half of what there is.
set -euo pipefail
address=$1
shift
source "$(dirname "$0")/java.sh"
"${bench[@]}" "$@" dev.daybook.bench.speed.HttpLoad "$address"
