#!/usr/bin/env bash
# How long a recall takes, alone and beside other scopes. Sizes: recall.sh -Dmessages=10000 -Dothers=10 -Drounds=5 -Dvectors=true
set -euo pipefail
source "$(dirname "$0")/java.sh"
"${bench[@]}" "$@" dev.daybook.bench.speed.RecallSpeed "$scratch/memory"
