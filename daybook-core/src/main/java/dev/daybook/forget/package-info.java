/** Forgetting: what goes, and the record that it went. */
@NullMarked
package dev.daybook.forget;

import org.jspecify.annotations.NullMarked;
