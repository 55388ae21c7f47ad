#!/usr/bin/env bash
# Whether 1,000 active users fit into a heap of 256 MB. Sizes: small-heap.sh -Dusers=1000 -Dmessages=200 -Doperations=20000
# A wrong answer or an OutOfMemoryError fails it.
set -euo pipefail
source "$(dirname "$0")/java.sh"
"${bench[@]}" -Xmx256m -XX:+ExitOnOutOfMemoryError "$@" dev.daybook.bench.speed.ManyUsers "$scratch/memory"
