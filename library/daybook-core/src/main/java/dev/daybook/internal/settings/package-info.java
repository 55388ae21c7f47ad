/**
 * The settings of spaces, and the policy of a write that follows from them.
 *
 * <p>{@link dev.daybook.internal.settings.SettingsStates} stores the settings. {@link dev.daybook.internal.settings.WritePolicy} applies
 * them to a write; {@link dev.daybook.internal.settings.AccessRules} compares the rights and the trust of a caller with those of an
 * operation. {@link dev.daybook.internal.settings.RefusalStates} keeps keyed hashes of forgotten texts, so that a space can refuse them.
 */
@NullMarked
package dev.daybook.internal.settings;

import org.jspecify.annotations.NullMarked;
