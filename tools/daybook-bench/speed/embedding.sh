#!/usr/bin/env bash
# How long the bundled embedder takes for a text, beside the bare runtime. Sizes: embedding.sh -Dtexts=64 -Drounds=7
set -euo pipefail
source "$(dirname "$0")/java.sh"
"${bench[@]}" "$@" dev.daybook.bench.speed.EmbeddingSpeed
