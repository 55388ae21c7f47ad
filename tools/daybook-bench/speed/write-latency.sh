#!/usr/bin/env bash
# How long a durable write takes while the bundled embedder is idle, and while it is busy.
# Sizes: write-latency.sh -Dwrites=200 -Drounds=5 -Dbacklog=2000
set -euo pipefail
source "$(dirname "$0")/java.sh"
"${bench[@]}" "$@" dev.daybook.bench.speed.WriteLatency "$scratch/memory"
