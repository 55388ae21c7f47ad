/** The calls of a daybook as observations of Micrometer; start at {@link dev.daybook.micrometer.MicrometerObserver}. */
@NullMarked
package dev.daybook.micrometer;

import org.jspecify.annotations.NullMarked;
