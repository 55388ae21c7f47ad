/**
 * The derivation of facts: {@link dev.daybook.internal.statements.WindowCutter} cuts the new turns of a session into windows,
 * {@link dev.daybook.internal.statements.FactExtractor} extracts the statements of a window with a model or by rules, and
 * {@link dev.daybook.internal.statements.FactDerivation} proposes them with their citations.
 */
@NullMarked
package dev.daybook.internal.statements;

import org.jspecify.annotations.NullMarked;
