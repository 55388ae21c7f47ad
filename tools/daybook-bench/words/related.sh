#!/usr/bin/env bash
# Makes the table of related words that daybook-core carries from the bundled model; takes some minutes.
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
"${bench[@]}" dev.daybook.bench.words.RelatedTable \
  "$here/library/daybook-core/src/main/resources/dev/daybook/internal/words/related.txt"
