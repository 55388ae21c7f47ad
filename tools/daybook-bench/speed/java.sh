# Read by the other scripts: builds what they run, and says how to run it. Defines `bench` (a java command line).
here=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../.." && pwd)
mvn -q -B -ntp -f "$here/pom.xml" -pl :daybook-bench -am package -DskipTests -Dspotless.check.skip
java="${JAVA_HOME:+$JAVA_HOME/bin/}java"
native=()
if "$java" --enable-native-access=ALL-UNNAMED --version >/dev/null 2>&1; then
  native=(--enable-native-access=ALL-UNNAMED)
fi
commit=$(git -C "$here" rev-parse --short HEAD 2>/dev/null || echo unknown)
bench=("$java" -Xmx2g "${native[@]}" -Dcommit="$commit" -cp "$here/tools/daybook-bench/target/classes:$here/tools/daybook-bench/target/lib/*")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
