package dev.daybook.internal.grounding;

import dev.daybook.spi.GroundingPolicy.MissingContent;
import java.util.Optional;

/** One check of a statement against its sources. */
interface GroundingRule {

    /** Returns what has no counterpart in the sources; empty if the rule is kept. */
    Optional<MissingContent> check(CheckedStatement statement);
}
