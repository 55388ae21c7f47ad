/**
 * The derivations of notes and of the core. {@link dev.daybook.internal.notes.NoteQueue} lists the inputs of a scope in the order of their writes;
 * {@link dev.daybook.internal.notes.NoteDerivation} rewrites each input together with {@linkplain dev.daybook.internal.notes.RelatedNotes related notes} into a new set
 * that supersedes them; {@link dev.daybook.internal.notes.CoreDerivation} updates the core blocks afterwards. Without a model inputs become notes
 * unchanged.
 */
@NullMarked
package dev.daybook.internal.notes;

import org.jspecify.annotations.NullMarked;
