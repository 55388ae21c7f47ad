#!/usr/bin/env bash
# What a durable write costs the disk: flushes and bytes of the log per write, counted by strace, so that the load of the
# machine does not matter. A process that writes 101 times less one that writes once, divided by 100: what opening and
# closing cost is in both. A checkpoint (the log is carried over into the database now and then) is counted apart.
set -euo pipefail
command -v strace >/dev/null || { echo "strace is not installed; it is needed to count flushes" >&2; exit 1; }
source "$(dirname "$0")/java.sh"
rows=${1:-5000}

"${bench[@]}" dev.daybook.bench.speed.DurableWrites fill "$scratch/template" "$rows"

# Prints: flushes of the log by commits, flushes by checkpoints, bytes written to the log, bytes written to the database.
# A flush of the log belongs to a checkpoint if nothing but the log's header (32 bytes) was written since the last one.
count() {
  local writes=$1 threads=$2
  rm -rf "$scratch/memory"
  cp -r "$scratch/template" "$scratch/memory"
  strace -f -y -s 0 -o "$scratch/trace" -e trace=fsync,fdatasync,write,pwrite64,pwritev,writev \
    "${bench[@]}" dev.daybook.bench.speed.DurableWrites write "$scratch/memory" "$writes" "$threads" >&2
  awk '
    function size(line) { match(line, /""(\.\.\.)?, [0-9]+/); return substr(line, RSTART + index(substr(line, RSTART), ",")) + 0 }
    /resumed>/ { next }
    /pwrite64\([0-9]+<[^>]*\.db-wal>/ { bytes = size($0); log_bytes += bytes; if (bytes > 32) frames = 1; next }
    /pwrite64\([0-9]+<[^>]*\.db>/ { database_bytes += size($0); next }
    /(fsync|fdatasync)\([0-9]+<[^>]*\.db-wal>/ { if (frames) commits++; else checkpoints++; frames = 0; next }
    /(fsync|fdatasync)\([0-9]+</ { checkpoints++ }
    END { print commits + 0, checkpoints + 0, log_bytes + 0, database_bytes + 0 }
  ' "$scratch/trace"
}

report() {
  local writes=$1 threads=$2 few many
  few=$(count "$threads" "$threads")
  many=$(count $((writes + threads)) "$threads")
  echo "$few $many $writes $threads" | awk '{
    printf "%d writer(s), %d writes: %.2f flushes a write, and %.2f more by checkpoints; ", $10, $9, ($5 - $1) / $9, ($6 - $2) / $9
    printf "%.0f bytes of log a write, and %.0f of database by checkpoints\n", ($7 - $3) / $9, ($8 - $4) / $9 }'
}

report 100 1
report 800 8
