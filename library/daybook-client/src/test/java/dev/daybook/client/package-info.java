@NullMarked
package dev.daybook.client;

import org.jspecify.annotations.NullMarked;
