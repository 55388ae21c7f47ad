#!/usr/bin/env bash
# What a server costs until it is ready, and what the first write and the first recall cost then: start-up.sh REPETITIONS (10).
# Processor time (user and system, from /proc) counts; the time by the clock says as much of what else the machine does.
# Three ways in turns: by the launcher, the one jar by itself, and the one jar with an archive of its classes. Ready is the first
# 200 of /readyz; at rest is who took no processor time for two seconds after that.
set -euo pipefail
command -v curl >/dev/null || { echo "curl is not installed; it is needed to ask the server" >&2; exit 1; }
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
repetitions=${1:-10}
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
scratch=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" || true; fi; rm -rf "$scratch"' EXIT
for each in $(env | sed -n 's/^\(DAYBOOK_[A-Z_]*\)=.*/\1/p'); do unset "$each"; done

mvn -q -B -ntp -f "$here/pom.xml" -Pone-jar -pl :daybook-server -am package -DskipTests -Dspotless.check.skip
# Alone in its folder, as it is where it is installed.
mv "$here/server/daybook-server/target/daybook-all.jar" "$scratch"
"$here/daybook" --version >"$scratch/version" # builds what the launcher wants

# Milliseconds of all processors that the server has had.
spent() {
  local stat
  stat=$(<"/proc/$server/stat")
  # Behind the name, which may hold anything: user and system time are the 12th and 13th.
  awk -v hertz="$(getconf CLK_TCK)" '{print int(($12 + $13) * 1000 / hertz)}' <<<"${stat##*) }"
}

resident() { awk '/^VmRSS/ {print int($2 / 1024)}' "/proc/$server/status"; }

# Sends it a body, if there is one, and prints the answer.
ask() { curl -s -m 60 --noproxy '*' ${2:+-H 'Content-Type: application/json' -d "$2"} "$address/$1"; }

# Starts one with a command line and waits until it is ready; $spent and $waited are what that took.
start() {
  local begin
  mkdir -p "$scratch/home"
  : >"$scratch/said"
  begin=$(date +%s%N)
  "$@" serve --open --port 0 --data "$scratch/home/data" 2>"$scratch/said" >"$scratch/out" & server=$!
  address=
  while [ -z "$address" ]; do
    kill -0 "$server" 2>/dev/null || { cat "$scratch/said" >&2; echo "the server did not start" >&2; exit 1; }
    sleep 0.02
    address=$(sed -n 's/.* serves on \(http:[^,]*\),.*/\1/p' "$scratch/said")
  done
  until ask readyz | grep -q '"ready"'; do sleep 0.02; done
  spent=$(spent)
  waited=$((($(date +%s%N) - begin) / 1000000))
}

stop() {
  kill "$server"
  wait "$server" || true
  server=
  rm -rf "$scratch/home"
}

rest() {
  local before=-1 quiet=0
  for _ in $(seq 60); do
    if [ "$(spent)" -eq "$before" ]; then quiet=$((quiet + 1)); else quiet=0; fi
    before=$(spent)
    [ "$quiet" -lt 2 ] || return 0
    sleep 1
  done
  echo "the server does not come to rest" >&2
  exit 1
}

measure() {
  local name=$1 written asked line
  shift
  start "$@"
  rest
  line="$spent $waited $(resident)"
  written=$(spent)
  ask v1/spaces/default/users/ada/episodes '{"session":"trip","input":"The ferry leaves at nine.","output":"Noted."}' >/dev/null
  asked=$(spent)
  ask v1/spaces/default/users/ada/recall '{"query":"When does the ferry leave?"}' | grep -q 'at nine' \
    || { echo "the server did not recall what it was told" >&2; exit 1; }
  line="$line $((asked - written)) $(($(spent) - asked))"
  stop
  echo "$line" >>"$scratch/$name"
  echo "$name: $line"
}

median() { cut -d ' ' -f "$2" "$scratch/$1" | sort -n | awk '{v[NR] = $1} END {print int((v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2)}'; }

# As docs/operating.md tells it: written when a server that was asked something ends.
start "$java" -XX:ArchiveClassesAtExit="$scratch/daybook.jsa" -Xlog:cds=off -jar "$scratch/daybook-all.jar"
ask v1/spaces/default/users/ada/recall '{"query":"When does the ferry leave?"}' >/dev/null
stop

echo "# start-up of a server, $repetitions times in turns"
echo "# commit $(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown), $(date -u +%F)"
echo "# $(uname -sm), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg)"
echo "# $("$java" -version 2>&1 | sed -n 2p)"
echo "# daybook-all.jar: $(($(stat -c %s "$scratch/daybook-all.jar") / 1000000)) MB"
echo "# way: processor time until ready (ms), by the clock (ms), resident at rest (MB), processor time of the first write and recall (ms)"
for _ in $(seq "$repetitions"); do
  measure launcher "$here/daybook"
  measure jar "$java" -jar "$scratch/daybook-all.jar"
  measure archived-jar "$java" -XX:SharedArchiveFile="$scratch/daybook.jsa" -jar "$scratch/daybook-all.jar"
done
for way in launcher jar archived-jar; do
  echo "median, $way: $(median $way 1) ms until ready, $(median $way 2) ms by the clock, $(median $way 3) MB at rest, first write $(median $way 4) ms, first recall $(median $way 5) ms"
done
