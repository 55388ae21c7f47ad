/**
 * What a builder hands to the implementation: {@link dev.daybook.internal.options.DaybookOptions} are the parts and settings,
 * {@link dev.daybook.internal.options.DaybookOpener} is the service that opens a daybook with them.
 */
@NullMarked
package dev.daybook.internal.options;

import org.jspecify.annotations.NullMarked;
