@NullMarked
package dev.daybook.server.importing.source;

import org.jspecify.annotations.NullMarked;
