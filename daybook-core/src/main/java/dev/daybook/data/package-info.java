/** What a memory is made of: values only, no behaviour that needs a store. */
@NullMarked
package dev.daybook.data;

import org.jspecify.annotations.NullMarked;
