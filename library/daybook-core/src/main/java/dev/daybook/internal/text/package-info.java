/** Characters of texts: letter case, and the form without what no reader sees. Everything here takes time in proportion to the text. */
@NullMarked
package dev.daybook.internal.text;

import org.jspecify.annotations.NullMarked;
