@NullMarked
package dev.daybook.server.config;

import org.jspecify.annotations.NullMarked;
