#!/usr/bin/env bash
# The memory of scope images, and the first recall of each. A folder, or a store on a server:
# image-memory.sh [-Dusers=200 -Dmessages=200] [ADDRESS], its password in DAYBOOK_STORE_PASSWORD.
set -euo pipefail
source "$(dirname "$0")/java.sh"
place=$scratch/memory
if [[ "${*: -1}" == *://* ]]; then
  place=${*: -1}
  set -- "${@:1:$#-1}"
fi
for step in fill measure; do
  "${bench[@]}" "$@" dev.daybook.bench.speed.ImageMemory "$step" "$place"
done
