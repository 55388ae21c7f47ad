#!/usr/bin/env bash
# How long the first recall of a scope takes, five processes. Sizes: cold-open.sh -Dmessages=100000 -Dvectors=true
set -euo pipefail
source "$(dirname "$0")/java.sh"
"${bench[@]}" "$@" dev.daybook.bench.speed.ColdOpen fill "$scratch/memory"
for _ in 1 2 3 4 5; do
  "${bench[@]}" "$@" dev.daybook.bench.speed.ColdOpen measure "$scratch/memory"
done
