#!/usr/bin/env bash
# What of a poisoned memory comes back: Daybook as a library and over REST, and the usual recipes beside it. The server is
# started here, over an empty folder. Without a model: poison.sh --embedder none
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
"${bench[@]}" dev.daybook.bench.poison.PoisonCommand "$@"
daybook=${DAYBOOK:-$here/daybook}
port=${PORT:-7499}
export DAYBOOK_DATA=$scratch/memory
key=$("$daybook" key create --rights read,write,admin)
crawler=$("$daybook" key create --rights write --trust tool)
(exec "$daybook" serve --port "$port" "$@" 2>"$scratch/serve.log") &
serving=$!
trap 'kill "$serving" 2>/dev/null && wait "$serving" || true; rm -rf "$scratch"' EXIT
for _ in $(seq 300); do curl -fs "http://127.0.0.1:$port/readyz" >/dev/null && break; sleep 0.1; done
"${bench[@]}" dev.daybook.bench.poison.PoisonCommand --url "http://127.0.0.1:$port" --key "$key" --crawler-key "$crawler"
