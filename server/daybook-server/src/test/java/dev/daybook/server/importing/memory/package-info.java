@NullMarked
package dev.daybook.server.importing.memory;

import org.jspecify.annotations.NullMarked;
