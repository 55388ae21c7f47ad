/**
 * The implementation of the public interfaces in this process. {@link dev.daybook.internal.embedded.EmbeddedOpener} opens
 * the store, {@link dev.daybook.internal.embedded.DaybookWiring} creates the parts over it and hands each handle those that
 * it uses.
 */
@NullMarked
package dev.daybook.internal.embedded;

import org.jspecify.annotations.NullMarked;
