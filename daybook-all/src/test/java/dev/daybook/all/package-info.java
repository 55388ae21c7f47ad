/** The library over its embedded store: what only both together can show. */
@NullMarked
package dev.daybook.all;

import org.jspecify.annotations.NullMarked;
