/** The comparison of Daybook with other systems: runs, system call counts, result files, tables and plots. */
@NullMarked
package dev.daybook.bench.peers;

import org.jspecify.annotations.NullMarked;
