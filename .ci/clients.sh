# Sourced by steps.sh: foreign clients of a server. Generates, builds and uses clients from /openapi.json with foreign generators, and calls
# the proxy with OpenAI's own clients. Needs the built launcher. The lock files beside the clients pin every library, because a step with
# floating versions proves nothing.

CLIENTS=server/daybook-server/src/test/clients

# Downloads the generators into a folder; start it early. Errors are in the logs there.
fetch_clients() {
  local installing failed=0
  python_with "$1" --requirement "$CLIENTS/requirements.txt" & installing=$!
  mkdir -p "$1/node"
  cp "$CLIENTS"/{package.json,package-lock.json,tsconfig.json,client.ts} "$1/node"
  (
    cd "$1/node"
    timeout 300 npm ci --no-audit --no-fund >"$1/node.log" 2>&1
  ) || failed=1
  wait "$installing" || failed=1
  return "$failed"
}

# Starts a server with a key, generates both clients from its description, and makes calls with them.
generated_clients() {
  local data=$1/data bin=$1/node/node_modules/.bin key address
  [ -x "$1/python/bin/openapi-python-client" ] || { cat "$1/python.log"; echo "openapi-python-client could not be had" >&2; return 1; }
  [ -x "$bin/openapi-typescript" ] || { cat "$1/node.log"; echo "openapi-typescript could not be had" >&2; return 1; }
  key=$(./daybook key create --data "$data" --rights read,write,forget,admin)
  mcp_start "$1/serve.log" 'serves on' ./daybook serve --port 0 --data "$data" --embedder none
  trap "kill $mcp_process" EXIT
  address=$(served_at "$1/serve.log")

  "$1/python/bin/openapi-python-client" generate --url "$address/openapi.json" --config "$CLIENTS/python.yml" \
    --meta none --output-path "$1/daybook_client" --overwrite --fail-on-warning
  PYTHONPATH=$1 "$1/python/bin/python" "$CLIENTS/client.py" "$address" "$key"

  "$bin/openapi-typescript" "$address/openapi.json" --output "$1/node/daybook.d.ts"
  "$bin/tsc" --project "$1/node"
  node "$1/node/client.js" "$address" "$key"
  packed_clients "$1" "$address" "$key"
}

# Packs our own clients, installs them from their files, and runs their examples; the server has the version of the build.
packed_clients() {
  local packed=$1/packed
  PYTHON=$1/python/bin/python .ci/pack-clients "$2/openapi.json" "$packed" 0.0.1
  "$1/python/bin/pip" install --quiet "$packed"/daybook_client-0.0.1-py3-none-any.whl
  "$1/python/bin/python" "$packed/python/example.py" "$2" "$3"
  (cd "$1/node" && npm install --silent --no-save --no-audit --no-fund "$packed/daybook-client-0.0.1.tgz")
  cp "$packed/typescript/example.ts" "$1/node/client.ts"
  "$1/node/node_modules/.bin/tsc" --project "$1/node"
  node "$1/node/client.js" "$2" "$3"
}

# Downloads OpenAI's clients for Python and Java into a folder, and compiles the program with the latter.
fetch_openai() {
  local installing failed=0
  python_with "$1" --requirement "$CLIENTS/openai/requirements.txt" & installing=$!
  {
    timeout 300 mvn -B -q -f "$CLIENTS/openai/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$1/lib" \
      && javac -cp "$1/lib/*" -d "$1/java" "$CLIENTS/openai/ProxiedChats.java"
  } >"$1/java.log" 2>&1 || failed=1
  wait "$installing" || failed=1
  return "$failed"
}

# Both clients at once, through the proxy of one server to an upstream that fails half of the time. Neither key may be in a log.
proxy_clients() {
  local data=$1/data key address upstream python
  [ -x "$1/python/bin/python" ] && [ -e "$1/java/ProxiedChats.class" ] \
    || { cat "$1/python.log" "$1/java.log"; echo "OpenAI's clients could not be had" >&2; return 1; }
  "$1/python/bin/python" "$CLIENTS/openai/upstream.py" "$1/port" "$1/requests.log" & upstream=$!
  trap "kill $upstream" EXIT
  until [ -s "$1/port" ]; do kill -0 "$upstream"; sleep 0.1; done
  key=$(./daybook key create --data "$data" --rights read,write)
  DAYBOOK_PROXY_UPSTREAM=http://127.0.0.1:$(cat "$1/port")/v1 DAYBOOK_PROXY_KEY=sk-upstream \
    mcp_start "$1/serve.log" 'serves on' ./daybook serve --port 0 --data "$data" --embedder none
  trap "kill $upstream $mcp_process" EXIT
  address=$(served_at "$1/serve.log")

  "$1/python/bin/python" "$CLIENTS/openai/client.py" "$address" "$key" & python=$!
  java -cp "$1/java:$1/lib/*" ProxiedChats "$address" "$key"
  wait "$python"
  [ "$(wc -l <"$1/requests.log")" -ge 64 ] || { echo "the upstream did not fail half of the calls" >&2; return 1; }
  if grep -v '"authorization": "Bearer sk-upstream"' "$1/requests.log"; then return 1; fi
  if grep -e 'sk-upstream' -e "$key" -e 'Lisbon' "$1/serve.log"; then return 1; fi
}

MEM0=server/daybook-server/src/test/mem0

# Downloads the published clients of mem0 into a folder; start it early. Errors are in the logs there.
fetch_mem0() {
  local installing failed=0
  python_with "$1" --requirement "$MEM0/requirements.txt" & installing=$!
  mkdir -p "$1/node"
  cp "$MEM0"/{package.json,package-lock.json,client.js} "$1/node"
  (
    cd "$1/node"
    # The peers are databases and models, which the client of a server does not need.
    timeout 300 npm ci --legacy-peer-deps --no-audit --no-fund >"$1/node.log" 2>&1
  ) || failed=1
  wait "$installing" || failed=1
  return "$failed"
}

# Starts a server and uses it through the published clients of mem0, which report nothing to their maker.
mem0_clients() {
  local data=$1/data key address
  [ -d "$1/python/lib" ] && "$1/python/bin/python" -c 'import httpx' || { cat "$1/python.log"; echo "mem0's Python client could not be had" >&2; return 1; }
  [ -d "$1/node/node_modules/mem0ai" ] || { cat "$1/node.log"; echo "mem0's JavaScript client could not be had" >&2; return 1; }
  key=$(./daybook key create --data "$data" --rights read,write,forget)
  mcp_start "$1/serve.log" 'serves on' ./daybook serve --port 0 --data "$data" --embedder none --mem0
  trap "kill $mcp_process" EXIT
  address=$(served_at "$1/serve.log")
  export MEM0_TELEMETRY=false MEM0_DIR=$1/home
  "$1/python/bin/python" "$MEM0/client.py" "$address/mem0" "$key"
  node "$1/node/client.js" "$address/mem0" "$key"
}

export CLIENTS MEM0
export -f generated_clients packed_clients proxy_clients mem0_clients
