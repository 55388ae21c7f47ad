/**
 * The derivations of notes and of the core. {@link dev.daybook.notes.NoteQueue} lists the inputs of a scope in the order of their writes;
 * {@link dev.daybook.notes.NoteDerivation} rewrites each input together with {@linkplain dev.daybook.notes.RelatedNotes related notes} into a new set
 * that supersedes them; {@link dev.daybook.notes.CoreDerivation} updates the core blocks afterwards. Without a model inputs become notes
 * unchanged.
 */
@NullMarked
package dev.daybook.notes;

import org.jspecify.annotations.NullMarked;
