#!/usr/bin/env bash
# What of a poisoned memory comes back: Daybook as a library, over REST and over MCP, and the usual recipes beside it. The server is
# started here, over an empty folder. Without a model: poison.sh --embedder none. With CHROMA, the command "chroma" of an installed
# chromadb, a Chroma server is started, too, and gets the vectors of the bundled embedder.
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
# Over MCP the key decides on the memory, so each attacked user has one for the agent, and one for the program that sends what the user
# typed. Then again with one agent that writes everything, the user's words as well.
mcp() {
  "${bench[@]}" dev.daybook.bench.poison.PoisonCommand --mcp "http://127.0.0.1:$port/mcp" \
    --tools "$here/tools/daybook-bench/quality/tools/daybook.json" --user-keys "$1"
}
for user in clean {tool,turn,import,assistant,crawler}-{once,split,mimic}; do
  agent=$("$daybook" key create --user "$user" --rights read,write)
  echo "$user $agent $("$daybook" key create --user "$user" --rights write --trust user)" >>"$scratch/keys"
  echo "$user $("$daybook" key create --user "alone-$user" --rights read,write)" >>"$scratch/alone"
done
mcp "$scratch/keys"
echo "Over MCP with one key for the agent and the user's words:"
mcp "$scratch/alone"
if [ -n "${CHROMA:-}" ]; then
  chroma_port=${CHROMA_PORT:-7498}
  "$CHROMA" run --path "$scratch/chroma" --host 127.0.0.1 --port "$chroma_port" >"$scratch/chroma.log" 2>&1 &
  vectors=$!
  trap 'kill "$serving" "$vectors" 2>/dev/null && wait "$serving" "$vectors" || true; rm -rf "$scratch"' EXIT
  for _ in $(seq 300); do curl -fs "http://127.0.0.1:$chroma_port/api/v2/heartbeat" >/dev/null && break; sleep 0.1; done
  "${bench[@]}" dev.daybook.bench.poison.PoisonCommand --chroma "http://127.0.0.1:$chroma_port"
fi
