/** Queries, filters, options and settings: what a caller asks for. */
@NullMarked
package dev.daybook.query;

import org.jspecify.annotations.NullMarked;
