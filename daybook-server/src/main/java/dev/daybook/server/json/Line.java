package dev.daybook.server.json;

import dev.daybook.data.Bounds;
import dev.daybook.data.Entry;
import dev.daybook.data.Fact;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Scope;
import dev.daybook.data.Settings;
import java.time.OffsetDateTime;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A parsed line of interchange. */
public sealed interface Line {

    /** Returns the scope of the line; null: the whole space. */
    @Nullable
    Scope scope();

    /**
     * An episode; it always has an id.
     *
     * @param idGiven whether the line has the id; otherwise it was generated from the line
     */
    record OfEpisode(Scope scope, NewEpisode episode, boolean idGiven) implements Line {}

    /** An entry of another kind; it always has an id. */
    record OfEntry(Scope scope, Entry entry) implements Line {
        public OfEntry {
            Bounds.check(entry);
        }
    }

    /**
     * A session.
     *
     * @param name its name, or null
     * @param isPrivate whether the bank leaves it out; null: unchanged
     * @param created the time of its creation; null: unknown
     */
    record OfSession(
            Scope scope,
            String id,
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created)
            implements Line {}

    /**
     * A fact whose line has no recording time: it is recorded now, unless it exists already.
     *
     * @param at the fact recorded at a time
     */
    record OfUntimedFact(Scope scope, String id, Function<OffsetDateTime, Fact> at) implements Line {}

    /** The settings of the space; null components are unchanged. */
    record OfSettings(
            Settings.@Nullable Secrets secrets,
            @Nullable Boolean bankEnabled,
            @Nullable Integer bankMaxTokens,
            Settings.@Nullable Models models,
            @Nullable Set<Settings.Derivation> off)
            implements Line {

        @Override
        public @Nullable Scope scope() {
            return null;
        }

        /**
         * Returns settings with the components of the line; the others are unchanged.
         *
         * @throws IllegalArgumentException if a number is out of its range
         */
        public Settings over(Settings settings) {
            Settings.Bank bank = settings.bank();
            bank = bankEnabled == null ? bank : bank.enabled(bankEnabled);
            bank = bankMaxTokens == null ? bank : bank.maxTokens(bankMaxTokens);
            return (secrets == null ? settings : settings.secrets(secrets))
                    .bank(bank)
                    .models(models == null ? settings.models() : models)
                    .off(off == null ? settings.off() : off);
        }
    }
}
