/** Benchmarks of latency, throughput and disk traffic. Run by the scripts in {@code tools/daybook-bench/speed}. */
@NullMarked
package dev.daybook.bench.speed;

import org.jspecify.annotations.NullMarked;
