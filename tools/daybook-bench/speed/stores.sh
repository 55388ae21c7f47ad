#!/usr/bin/env bash
# The latency of a write, a recall and a history over a folder and over stores on servers, which take turns:
#   stores.sh [-Drounds=5] [ADDRESS...], like postgres://USER@HOST/DATABASE and cassandra://HOST/KEYSPACE
set -euo pipefail
source "$(dirname "$0")/java.sh"
settings=()
while [[ ${1:-} == -D* ]]; do settings+=("$1"); shift; done
"${bench[@]}" "${settings[@]}" dev.daybook.bench.speed.StoreLatency "$scratch/memory" "$@"
