/** The shared store: a PostgreSQL database that several processes may use at once. */
@NullMarked
package dev.daybook.postgres;

import org.jspecify.annotations.NullMarked;
