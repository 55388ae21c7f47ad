#!/usr/bin/env bash
# The usual recipes beside ours, on all data sets, with and without the bundled embedder, row by row and in pairs: one
# table of percentages. The data lie in $DAYBOOK_EVAL_DATA, else in ../shared/data beside the working copy: folders with
# conversations.jsonl, questions.jsonl and perhaps qrels.json. Without embedder: run.sh --embedders none
set -euo pipefail
source "$(dirname "$0")/../speed/java.sh"
data=${DAYBOOK_EVAL_DATA:-$here/../shared/data}
sets=()
for set in "$data"/*/conversations.jsonl; do
  [ -e "$set" ] && sets+=("${set%/*}")
done
if [ ${#sets[@]} -eq 0 ]; then
  echo "there is no data set in $data; name a folder of them with DAYBOOK_EVAL_DATA" >&2
  exit 4
fi
"${bench[@]}" dev.daybook.bench.quality.RecipeComparison "$@" "${sets[@]}"
