@NullMarked
package dev.daybook.server.mcp;

import org.jspecify.annotations.NullMarked;
