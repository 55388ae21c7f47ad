#!/usr/bin/env bash
# How well a recall could tell that nothing answers a question: candidates for a confidence, on LoCoMo's adversarial and BEAM's
# abstention questions and on questions of other conversations. The data lie as for run.sh. By words: confidence.sh --embedder none
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
data=${DAYBOOK_EVAL_DATA:-$here/../shared/data}
"${bench[@]}" dev.daybook.bench.quality.confidence.ConfidenceComparison "$@" "$data/locomo" "$data/beam"
