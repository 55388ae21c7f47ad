#!/usr/bin/env bash
# What a relevance floor leaves out of contexts of 2,000 tokens: evidence, and the recalled turns for questions about other
# conversations of the set. The data lie as for run.sh. By words: floor.sh --embedder none
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
data=${DAYBOOK_EVAL_DATA:-$here/../shared/data}
"${bench[@]}" dev.daybook.bench.quality.FloorComparison "$@" "$data/locomo" "$data/realmem" "$data/beam"
