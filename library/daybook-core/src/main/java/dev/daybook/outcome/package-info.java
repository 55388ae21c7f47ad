/** The results of calls: receipts, hits, contexts and reports. */
@NullMarked
package dev.daybook.outcome;

import org.jspecify.annotations.NullMarked;
