#!/usr/bin/env bash
# Makes conversations, and fits the weights of the confidence of a recall to them (RecallConfidence in daybook-core).
# The conversations are the same each time. Needs Python 3.
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
python3 "$here/tools/daybook-bench/quality/conversations/generate.py" "$scratch/made" --seed "${SEED:-2}"
"${bench[@]}" dev.daybook.bench.quality.confidence.ConfidenceFit "$scratch/made"
