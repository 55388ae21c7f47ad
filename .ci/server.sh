# Sourced by steps.sh: steps with real HTTP requests to a server. They need the jars of daybook-server and daybook-bench.

# Makes an environment of Python with schemathesis in it: 80 MB from PyPI, so start early. Errors are in its log.
fetch_schemathesis() {
  { timeout 120 python3 -m venv "$1/python" \
      && timeout 300 "$1/python/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5; } >"$1/log" 2>&1
}

# Starts a server on a free port over an empty memory; sets its address in $served and its process id in $serving.
# Further arguments are Java options.
serve() {
  local home=$1
  shift
  java "$@" -jar daybook-server/target/daybook.jar serve --open --port 0 --embedder none --data "$home/data" \
    2>"$home/serve.log" &
  serving=$!
  for _ in $(seq 300); do
    served=$(sed -n 's/.*Daybook serves on \(http:[^,]*\),.*/\1/p' "$home/serve.log")
    [ -n "$served" ] && return 0
    kill -0 "$serving" 2>/dev/null || break
    sleep 0.1
  done
  cat "$home/serve.log" >&2
  echo "the server did not start" >&2
  return 1
}

# Sends generated requests (fuzzing) that /openapi.json allows or forbids: no answer may be a server error or undocumented.
# schemathesis DIR SECONDS CASES: a time limit, and a minimum number of cases.
#
# Excluded routes: event streams, which never end, and exports and imports, which are not JSON. Excluded checks: acceptance of every request that
# fits the schema (a schema cannot express an unknown operation or an interval that ends before its start), and authentication (the server is
# open; Java tests cover keys). The versions of a block can be read after its deletion.
schemathesis() {
  local home=$1/run made code=0
  mkdir -p "$home"
  [ -x "$1/python/bin/schemathesis" ] || { cat "$1/log"; echo "schemathesis could not be had" >&2; return 1; }
  serve "$home"
  trap 'kill $serving; wait $serving || true' EXIT
  printf '%s\n' '[[operations]]' 'include-path-regex = "/versions$"' 'checks.use_after_free.enabled = false' \
    >"$home/schemathesis.toml"
  # One worker: with two, Python 3.11 can fail in the middle of its own parser.
  "$1/python/bin/schemathesis" --config-file "$home/schemathesis.toml" run "$served/openapi.json" \
    --max-time "$2" --max-examples 1000 --workers 1 \
    --exclude-path /v1/events --exclude-path-regex '/(export|import)$' \
    --exclude-checks positive_data_acceptance,ignored_auth,missing_required_header \
    --generation-with-security-parameters false --generation-database none --continue-on-failure --no-color \
    >"$home/schemathesis.txt" 2>&1 || code=$?
  made=$(sed -n 's/^ *\([0-9]*\) generated.*/\1/p' "$home/schemathesis.txt")
  if [ "$code" -ne 0 ] || [ "${made:-0}" -lt "$3" ]; then
    tail -n 400 "$home/schemathesis.txt" | cut -c 1-400
    cat "$home/serve.log"
    echo "schemathesis: exit code $code, ${made:-no} cases; at least $3 were wanted" >&2
    return 1
  fi
  echo "schemathesis: $made cases"
}

# A load test of a server with a small heap: load SECONDS. First its capacity, then 70 % of it for the given time, then 4 times as much for a
# minute; then all acknowledged writes are counted. Needs the jars of both modules from an earlier build.
#
# The heap has its full size from the beginning, so a growth of the process is native memory; the live heap is measured.
load() {
  local home warm living
  home=$(mktemp -d)
  serve "$home" -Xms256m -Xmx256m -XX:+AlwaysPreTouch -XX:+ExitOnOutOfMemoryError
  trap 'kill $serving 2>/dev/null; wait $serving || true; rm -rf "'"$home"'"' EXIT
  java -Xmx1g -Dseconds="$1" -cp 'daybook-bench/target/classes:daybook-bench/target/lib/*' \
    dev.daybook.bench.speed.HttpLoad "$served" & loading=$!
  # After the warm-up (45 s at capacity) its memory must stay constant.
  sleep 60
  living=$(living)
  warm=$(resident)
  wait "$loading"
  echo "load: resident after the first minute $warm MB, in the end $(resident) MB; living in the heap $living MB, $(living) MB"
  [ "$(resident)" -le $((warm * 5 / 4)) ] || { echo "load: the server grows" >&2; return 1; }
  # The scope indexes may take a quarter of the heap, and the server starts with almost none.
  [ "$(living)" -le $((living + 256 / 4)) ] || { echo "load: what lives in the heap grows" >&2; return 1; }
  ! grep -q '"level":"error"' "$home/serve.log" || { cat "$home/serve.log"; echo "load: the server failed" >&2; return 1; }
}

# The resident memory of the server, in megabytes.
resident() { awk '/^VmRSS/ {print int($2 / 1024)}' "/proc/$serving/status"; }

# The live heap of the server, in megabytes.
living() { jcmd "$serving" GC.class_histogram | awk '/^Total/ {print int($3 / 1048576)}'; }

export -f serve schemathesis load resident living
