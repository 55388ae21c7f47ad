/** Characters of texts: letter case, the form without what no reader sees, and the hash. Everything here takes time in proportion to the text. */
@NullMarked
package dev.daybook.internal.text;

import org.jspecify.annotations.NullMarked;
