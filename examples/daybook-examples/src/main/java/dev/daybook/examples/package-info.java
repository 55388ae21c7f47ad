/** Programs to read first: each is complete, and each is run by the build. */
@NullMarked
package dev.daybook.examples;

import org.jspecify.annotations.NullMarked;
