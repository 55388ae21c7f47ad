@NullMarked
package dev.daybook.sqlite;

import org.jspecify.annotations.NullMarked;
