#!/usr/bin/env bash
# Daybook beside other systems: peers.sh install|compare|growth|flushes|forget|report, each with --help.
# Builds nothing; before it: mvn -pl :daybook-bench -am package -DskipTests
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
jar="$here/tools/daybook-bench/target/daybook-bench.jar"
[ -f "$jar" ] || { echo "$jar is not there; make it with mvn -pl :daybook-bench -am package -DskipTests" >&2; exit 1; }
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
native=()
if "$java" --enable-native-access=ALL-UNNAMED --version >/dev/null 2>&1; then
  native=(--enable-native-access=ALL-UNNAMED)
fi
commit=$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)
exec "$java" "${native[@]}" -Droot="$here" -Dcommit="$commit" -cp "$jar" dev.daybook.bench.peers.PeersMain "$@"
