/** The store for many machines: an Apache Cassandra cluster, one partition per scope. */
@NullMarked
package dev.daybook.cassandra;

import org.jspecify.annotations.NullMarked;
