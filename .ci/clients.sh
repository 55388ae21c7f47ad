# Sourced by steps.sh: generates, builds and uses clients from /openapi.json with foreign generators. Needs the built launcher. The lock files
# beside the clients pin every library, because a step with floating versions proves nothing.

CLIENTS=server/daybook-server/src/test/clients

# Downloads the generators into a folder; start it early. Errors are in the logs there.
fetch_clients() {
  local installing failed=0
  {
    timeout 300 python3 -m venv "$1/python" \
      && timeout 300 "$1/python/bin/pip" install --quiet --requirement "$CLIENTS/requirements.txt"
  } >"$1/python.log" 2>&1 &
  installing=$!
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
  address=$(sed -n 's/.*serves on \(http:[^ ]*:[0-9]*\).*/\1/p' "$1/serve.log")

  "$1/python/bin/openapi-python-client" generate --url "$address/openapi.json" --config "$CLIENTS/python.yml" \
    --meta none --output-path "$1/daybook_client" --overwrite --fail-on-warning
  PYTHONPATH=$1 "$1/python/bin/python" "$CLIENTS/client.py" "$address" "$key"

  "$bin/openapi-typescript" "$address/openapi.json" --output "$1/node/daybook.d.ts"
  "$bin/tsc" --project "$1/node"
  node "$1/node/client.js" "$address" "$key"
}

export CLIENTS
export -f generated_clients
