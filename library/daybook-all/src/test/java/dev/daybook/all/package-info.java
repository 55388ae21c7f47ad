/** End-to-end tests of the library over its embedded store. */
@NullMarked
package dev.daybook.all;

import org.jspecify.annotations.NullMarked;
