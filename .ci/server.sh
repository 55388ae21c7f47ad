# Sourced by steps.sh: steps with real HTTP requests to a server. They need the jars of daybook-server and daybook-bench.

# Makes an environment of Python with schemathesis in it: 80 MB from PyPI, so start early. Errors are in its log.
fetch_schemathesis() {
  { timeout 300 python3 -m venv "$1/python" \
      && timeout 300 "$1/python/bin/pip" install --quiet --disable-pip-version-check schemathesis==4.32.5; } >"$1/log" 2>&1
}

# Runs a command on the processors of the server or of its clients, so that neither takes the time of the other: half of them each.
# on_processors server|clients COMMAND...: without taskset or a second processor the command runs on all of them, with a message.
on_processors() {
  local all half side=$1
  shift
  all=($(python3 -c 'import os; print(*sorted(os.sched_getaffinity(0)))'))
  half=$((${#all[@]} / 2))
  if ! command -v taskset >/dev/null || [ "$half" -eq 0 ]; then
    echo "the $side shares its processors: there is no taskset, or no second processor" >&2
    exec "$@"
  fi
  if [ "$side" = server ]; then all=("${all[@]:0:half}"); else all=("${all[@]:half}"); fi
  exec taskset -c "$(IFS=,; echo "${all[*]}")" "$@"
}

# Starts a server on a free port over an empty memory; sets its address in $served and its process id in $serving.
# Further arguments are Java options; $served_on is a command that runs it, if set.
serve() {
  local home=$1
  shift
  ${served_on:-} java "$@" -jar server/daybook-server/target/daybook.jar serve --open --port 0 --embedder none --data "$home/data" \
    >/dev/null 2>"$home/serve.log" &
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
  # One worker: with two, Python 3.11 can fail in the middle of its own parser. A request may ask to wait for 30 s.
  "$1/python/bin/schemathesis" --config-file "$home/schemathesis.toml" run "$served/openapi.json" \
    --max-time "$2" --max-examples 1000 --workers 1 --request-timeout 40 \
    --exclude-path /v1/events --exclude-path-regex '/(export|import)$' \
    --exclude-checks positive_data_acceptance,ignored_auth,missing_required_header \
    --generation-with-security-parameters false --generation-database none --continue-on-failure --warnings off --no-color \
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
  served_on="on_processors server" serve "$home" -Xms256m -Xmx256m -XX:+AlwaysPreTouch -XX:+ExitOnOutOfMemoryError
  trap 'kill $serving 2>/dev/null; wait $serving || true; rm -rf "'"$home"'"' EXIT
  on_processors clients java -Xmx1g -Dseconds="$1" -cp 'tools/daybook-bench/target/classes:tools/daybook-bench/target/lib/*' \
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

# Hostile clients of a server with a small heap: unused connections, slow heads and bodies, many small, the largest bodies and answers. It must answer its
# usual client meanwhile, and not run out of memory. Needs the jars of both modules.
hostile() {
  local home
  home=$(mktemp -d)
  served_on="on_processors server" serve "$home" -Xms256m -Xmx256m -XX:+ExitOnOutOfMemoryError
  trap 'kill $serving 2>/dev/null; wait $serving || true; rm -rf "'"$home"'"' EXIT
  (on_processors clients java -Xmx2g -cp 'tools/daybook-bench/target/classes:tools/daybook-bench/target/lib/*' \
    dev.daybook.bench.speed.HostileClients "$served") || { cat "$home/serve.log"; return 1; }
  kill -0 "$serving" || { cat "$home/serve.log"; echo "hostile: the server has ended" >&2; return 1; }
  ! grep -q '"level":"error"\|OutOfMemoryError' "$home/serve.log" || { cat "$home/serve.log"; return 1; }
}

# A soak of a server with a small heap at 70 % of its capacity: soak SECONDS [CAPACITY [WARM-UP]]. The capacity is in calls a second, 0: it is
# measured; the warm-up, in seconds, makes the indexes of the users fill their quarter of the heap (about 60,000 calls for 32 of 128 MB; SOAK_HEAP
# sets another). Twice a minute the live heap after a full collection, the file handles and the threads are counted; these must be flat in the
# second half. The times, which depend on the other load of the machine, are only printed.
soak() {
  local home counts loading
  home=$(mktemp -d)
  counts=$home/counts
  served_on="on_processors server" serve "$home" -Xms"${SOAK_HEAP:-128m}" -Xmx"${SOAK_HEAP:-128m}" -XX:+AlwaysPreTouch -XX:+ExitOnOutOfMemoryError
  trap 'kill $serving 2>/dev/null; wait $serving || true; rm -rf "'"$home"'"' EXIT
  on_processors clients java -Xmx2g -Dseconds="$1" -Dwarm="${3:-180}" -Doverload=0 -Dcapacity="${2:-0}" \
    -cp 'tools/daybook-bench/target/classes:tools/daybook-bench/target/lib/*' dev.daybook.bench.speed.HttpLoad "$served" >"$home/load" & loading=$!
  until grep -q '^all it can do' "$home/load"; do kill -0 "$loading" || break; sleep 1; done
  SECONDS=0
  while [ "$SECONDS" -lt "$1" ] && kill -0 "$loading" 2>/dev/null; do
    echo "$SECONDS $(live_kilobytes) $(ls "/proc/$serving/fd" | wc -l) $(ls "/proc/$serving/task" | wc -l)" >>"$counts"
    sleep "${SOAK_PAUSE:-30}"
  done
  wait "$loading" || { cat "$home/load" "$home/serve.log"; return 1; }
  cat "$home/load"
  python3 .ci/flat.py "$counts"
  ! grep -q '"level":"error"' "$home/serve.log" || { cat "$home/serve.log"; echo "soak: the server failed" >&2; return 1; }
}

# The live heap of the server after a full collection, in kilobytes.
live_kilobytes() { jcmd "$serving" GC.class_histogram | awk '/^Total/ {print int($3 / 1024)}'; }

export -f serve on_processors schemathesis load hostile soak resident living live_kilobytes
