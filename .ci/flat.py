"""Reads lines of seconds, kilobytes of live heap, file handles and threads; ends with 1 unless they are flat in the second half.

The bounds: the live heap grows by less than 1 % a minute (least squares), handles and threads differ by at most 8 between the medians of the
first and of the last quarter of that half.
"""
import statistics
import sys

rows = [[int(part) for part in line.split()] for line in open(sys.argv[1])]
for row in rows:
    print("soak: after %4d s live heap %6d KB, %4d file handles, %4d threads" % tuple(row))
half = rows[len(rows) // 2:]
if len(half) < 4:
    sys.exit("soak: %d measurements are too few; run it longer" % len(rows))
minutes = [row[0] / 60 for row in half]
heap = [row[1] for row in half]
middle, mean = statistics.mean(minutes), statistics.mean(heap)
slope = sum((x - middle) * (y - mean) for x, y in zip(minutes, heap)) / sum((x - middle) ** 2 for x in minutes)
percent = 100 * slope / mean
print("soak: the live heap after a collection changes by %+.2f %% a minute in the second half (goal: below 1)" % percent)
failed = percent >= 1
for name, column in (("file handles", 2), ("threads", 3)):
    part = max(1, len(half) // 4)
    first, last = (statistics.median(row[column] for row in some) for some in (half[:part], half[-part:]))
    print("soak: %s %d, in the end %d" % (name, first, last))
    failed = failed or last > first + 8
sys.exit(1 if failed else 0)
