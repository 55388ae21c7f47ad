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

/** One line of interchange, read. */
public sealed interface Line {

    /** Where it belongs; null: to the space as a whole. */
    @Nullable
    Scope scope();

    /**
     * An episode; it always has an id.
     *
     * @param idGiven whether the id stood in the line; else it was made from the line
     */
    record OfEpisode(Scope scope, NewEpisode episode, boolean idGiven) implements Line {}

    /** An entry of another kind; it always has an id. */
    record OfEntry(Scope scope, Entry entry) implements Line {
        public OfEntry {
            Bounds.check(entry);
        }
    }

    /**
     * A conversation.
     *
     * @param name its name, or null
     * @param isPrivate whether the bank leaves it out; null: the line does not say, and it stays as it is
     * @param created when it was made; null: the line does not say
     */
    record OfSession(
            Scope scope,
            String id,
            @Nullable String name,
            @Nullable Boolean isPrivate,
            @Nullable OffsetDateTime created)
            implements Line {}

    /**
     * A fact whose line does not say when it was learnt: it is learnt now, unless it is there already.
     *
     * @param at the fact, learnt at a time
     */
    record OfUntimedFact(Scope scope, String id, Function<OffsetDateTime, Fact> at) implements Line {}

    /** The settings of the space. What is null the line does not name. */
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
         * Other settings with what the line names; the rest stays as it is there.
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
