@NullMarked
package dev.daybook.server.importing;

import org.jspecify.annotations.NullMarked;
