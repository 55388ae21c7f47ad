/**
 * The interchange format, JSON lines that hold a memory: exports, imports and answers to subject access requests.
 * {@link dev.daybook.internal.interchange.InterchangeWriter} writes it,
 * {@link dev.daybook.internal.interchange.InterchangeReader} reads it. Applications write it by
 * {@code Archive.exportLines}.
 */
@NullMarked
package dev.daybook.internal.interchange;

import org.jspecify.annotations.NullMarked;
