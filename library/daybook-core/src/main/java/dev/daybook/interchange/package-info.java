/**
 * The interchange format, JSON lines that hold a memory: exports, imports and answers to subject access requests.
 * {@link dev.daybook.interchange.InterchangeWriter} writes it, {@link dev.daybook.interchange.InterchangeReader} reads
 * it. A scope is brought over by its lines:
 *
 * <pre>{@code
 * InterchangeReader reader = new InterchangeReader(memory.scope());
 * OffsetDateTime now = OffsetDateTime.now();
 * memory.archive().importAll(lines.flatMap(line -> reader.read(line).entryAt(now).stream()).toList());
 * }</pre>
 */
@NullMarked
package dev.daybook.interchange;

import org.jspecify.annotations.NullMarked;
