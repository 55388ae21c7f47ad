# Sourced by steps.sh: runs foreign MCP clients against the server. Needs the built launcher, and the test classes of daybook-server. Versions
# are pinned here, because a step with floating versions proves nothing.

MCP_PYTHON=2.3.0
MCP_NODE=22.23.3 # the suite and the inspector need 22
MCP_INSPECTOR=2.12.0
MCP_CONFORMANCE=0.2.0-alpha.12

# Downloads the clients into a folder; start it early. Errors are in the logs there.
fetch_mcp() {
  local installing failed=0
  python_with "$1" "mcp==$MCP_PYTHON" & installing=$!
  mkdir -p "$1/node"
  (
    cd "$1/node"
    echo '{"private": true}' >package.json
    timeout 420 npm install --no-audit --no-fund "node@$MCP_NODE" "@modelcontextprotocol/inspector@$MCP_INSPECTOR" \
      "@modelcontextprotocol/conformance@$MCP_CONFORMANCE" >"$1/node.log" 2>&1
  ) || failed=1
  wait "$installing" || failed=1
  return "$failed"
}

# mcp_start LOG WORDS COMMAND...: runs the command in the background, its process id in mcp_process, and waits until the log contains the words.
mcp_start() {
  local log=$1 words=$2
  shift 2
  "$@" >"$log" 2>&1 &
  mcp_process=$!
  for _ in $(seq 100); do
    grep -q "$words" "$log" && return 0
    kill -0 "$mcp_process" 2>/dev/null || break
    sleep 0.2
  done
  cat "$log" >&2
  return 1
}

# Creates a folder whose user ada has one block that agents may change and one that they may not.
mcp_memory() {
  ./daybook blocks set mood happy --agent-writable --data "$1" --user ada
  ./daybook blocks set law 'Be kind.' --data "$1" --user ada
}

# The Python SDK: each protocol version, with a handshake and without, each tool, over stdio and over HTTP.
mcp_python() {
  local data=$1/python-data client=(server/daybook-server/src/test/mcp/real_client.py) key port
  [ -x "$1/python/bin/mcp" ] || { cat "$1/python.log"; echo "the Python SDK could not be had" >&2; return 1; }
  mcp_memory "$data"
  "$1/python/bin/python" "${client[@]}" stdio ./daybook mcp --data "$data" --user ada
  key=$(./daybook key create --data "$data" --user ada --rights read,write,forget)
  mcp_start "$1/serve.log" 'serves on' ./daybook serve --port 0 --data "$data"
  trap "kill $mcp_process" EXIT
  port=$(sed -n 's/.*serves on http:[^ ]*:\([0-9]*\).*/\1/p' "$1/serve.log")
  "$1/python/bin/python" "${client[@]}" http "http://127.0.0.1:$port/mcp" "$key"
  # The server holds the folder, so this command runs in it.
  "$1/python/bin/python" "${client[@]}" stdio ./daybook mcp --data "$data" --user ada
}

# The inspector: its answers must contain the words.
mcp_inspect() {
  local words=$1 answer
  shift
  answer=$("$@") || { echo "$answer"; return 1; }
  grep -q "$words" <<<"$answer" || { echo "$answer"; echo "the inspector did not answer '$words'" >&2; return 1; }
  echo "the inspector answered '$words'"
}

mcp_inspector() {
  local data=$1/inspector-data port inspector
  inspector=("$1/node/node_modules/.bin/node" "$1/node/node_modules/.bin/mcp-inspector" --cli)
  [ -e "${inspector[1]}" ] || { cat "$1/node.log"; echo "the inspector could not be had" >&2; return 1; }
  mcp_memory "$data"
  local era stdio=(./daybook mcp --data "$data" --user ada)
  for era in legacy modern; do
    mcp_inspect update_block "${inspector[@]}" "${stdio[@]}" --protocol-era "$era" --method tools/list
    mcp_inspect durable "${inspector[@]}" "${stdio[@]}" --protocol-era "$era" --method tools/call --tool-name remember \
      --tool-arg "text=The kettle is red, said $era."
    mcp_inspect "red, said $era" "${inspector[@]}" "${stdio[@]}" --protocol-era "$era" --method tools/call --tool-name recall \
      --tool-arg query=kettle
  done
  mcp_start "$1/open.log" 'serves on' ./daybook serve --port 0 --open --data "$data"
  trap "kill $mcp_process" EXIT
  port=$(sed -n 's/.*serves on http:[^ ]*:\([0-9]*\).*/\1/p' "$1/open.log")
  for era in legacy modern; do
    local http=("http://127.0.0.1:$port/mcp" --transport http --protocol-era "$era")
    mcp_inspect update_block "${inspector[@]}" "${http[@]}" --method tools/list
    mcp_inspect durable "${inspector[@]}" "${http[@]}" --method tools/call --tool-name remember \
      --tool-arg "text=The lamp is green, said $era."
    mcp_inspect "green, said $era" "${inspector[@]}" "${http[@]}" --method tools/call --tool-name recall --tool-arg query=lamp
    mcp_inspect anonymous "${inspector[@]}" "${http[@]}" --method resources/list
  done
}

# The conformance suite, in the version without a handshake and the newest one with it: all scenarios against their fixtures
# on our transport, and those without a fixture against the product.
mcp_conformance() {
  local suite version scenario port
  suite=("$1/node/node_modules/.bin/node" "$1/node/node_modules/.bin/conformance" server)
  [ -e "${suite[1]}" ] || { cat "$1/node.log"; echo "the conformance suite could not be had" >&2; return 1; }
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  mcp_start "$1/fixture.log" 'Listening on' \
    java -cp 'server/daybook-server/target/test-classes:server/daybook-server/target/daybook.jar:server/daybook-server/target/lib/*' \
    dev.daybook.server.mcp.ConformanceFixture "$port"
  trap "kill $mcp_process" EXIT
  for version in 2025-11-25 2026-07-28; do
    "${suite[@]}" --url "http://127.0.0.1:$port/mcp" --suite all --spec-version "$version" \
      --expected-failures server/daybook-server/src/test/mcp/conformance-baseline.yml | sed -n '/^=== SUMMARY/,$p'
  done
  kill "$mcp_process"
  mcp_start "$1/conform.log" 'serves on' ./daybook serve --port 0 --open --data "$1/conformance-data"
  trap "kill $mcp_process" EXIT
  port=$(sed -n 's/.*serves on http:[^ ]*:\([0-9]*\).*/\1/p' "$1/conform.log")
  for version in 2025-11-25 2026-07-28; do
    # A scenario that does not belong to the version passes without being run.
    for scenario in server-initialize server-session-lifecycle logging-set-level ping tools-list resources-list prompts-list \
      server-sse-multiple-streams dns-rebinding-protection caching http-header-validation sep-2164-resource-not-found; do
      "${suite[@]}" --url "http://127.0.0.1:$port/mcp" --scenario "$scenario" --spec-version "$version" >"$1/scenario.log" 2>&1 ||
        { cat "$1/scenario.log"; echo "the product failed '$scenario' in $version" >&2; return 1; }
    done
  done
  echo "the product passed what needs no fixture"
}

export MCP_PYTHON MCP_NODE MCP_INSPECTOR MCP_CONFORMANCE
export -f fetch_mcp mcp_start mcp_memory mcp_python mcp_inspect mcp_inspector mcp_conformance
