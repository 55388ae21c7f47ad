@NullMarked
package dev.daybook.server.importing.history;

import org.jspecify.annotations.NullMarked;
