/** Dates in texts: reads expressions such as "last week" and "7 May 2023" as intervals of days. */
@NullMarked
package dev.daybook.internal.dates;

import org.jspecify.annotations.NullMarked;
