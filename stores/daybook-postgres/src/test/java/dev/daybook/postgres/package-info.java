@NullMarked
package dev.daybook.postgres;

import org.jspecify.annotations.NullMarked;
