@NullMarked
package dev.daybook.chroma;

import org.jspecify.annotations.NullMarked;
