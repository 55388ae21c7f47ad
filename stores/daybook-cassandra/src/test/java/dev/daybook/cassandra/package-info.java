@NullMarked
package dev.daybook.cassandra;

import org.jspecify.annotations.NullMarked;
