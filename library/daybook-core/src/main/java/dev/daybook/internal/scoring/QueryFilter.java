package dev.daybook.internal.scoring;

import dev.daybook.internal.index.EntrySlot;
import dev.daybook.internal.index.ScopeIndex;
import dev.daybook.internal.secrets.SecretScreen;
import dev.daybook.internal.text.PlainForm;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.query.Filter;
import dev.daybook.query.Query;
import java.time.Instant;
import java.util.BitSet;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The filters of a query. One class names the filter that excludes an entry, so that recall and explain agree. */
public final class QueryFilter {

    private final Query query;
    private final Instant now;

    /** True if no condition of the query applies to the index; most queries set none. */
    private final boolean unfiltered;

    private final String needle;
    private final @Nullable Instant from;
    private final @Nullable Instant to;
    private final @Nullable Instant validAt;

    /** @param now the time of the query, which no entry may have reached as its end */
    public QueryFilter(Query query, Instant now) {
        this.query = query;
        this.now = now;
        this.needle =
                query.by() == Query.By.TEXT ? PlainForm.folded(query.text().strip()) : "";
        this.from = query.from();
        this.to = query.to();
        this.validAt = query.validAt();
        this.unfiltered = from == null
                && to == null
                && query.kinds().isEmpty()
                && query.sessions().isEmpty()
                && query.excludedSessions().isEmpty();
    }

    /** Returns the time of the query. */
    public Instant now() {
        return now;
    }

    /** Returns the slots of a scope index that pass the filters that need only the index; null: all. */
    @Nullable
    public BitSet slots(ScopeIndex scopeIndex) {
        if (unfiltered && !scopeIndex.hasEnds()) {
            return null;
        }
        BitSet passing = new BitSet();
        for (int slot = 0; slot < scopeIndex.slots().size(); slot++) {
            passing.set(slot, exclusion(scopeIndex.slots().get(slot)).isEmpty());
        }
        return passing;
    }

    /**
     * Checks the filters that need only the index.
     *
     * @return the reason for exclusion, or empty
     */
    public Optional<String> exclusion(EntrySlot slot) {
        if (slot.hasEnded(now)) {
            return Optional.of("it has ended");
        }
        if (unfiltered) {
            return Optional.empty();
        }
        Kind kind = slot.row().key().kind();
        if (!query.kinds().isEmpty() && !query.kinds().contains(kind)) {
            return Optional.of("kind " + kind.label() + " was not asked for");
        }
        String session = slot.row().session();
        if (!query.sessions().isEmpty() && (session == null || !query.sessions().contains(session))) {
            return Optional.of("it is in none of the sessions that were asked for");
        }
        if (session != null && query.excludedSessions().contains(session)) {
            return Optional.of("its session was left out");
        }
        Instant time = slot.row().time();
        if (from != null && time.isBefore(from)) {
            return Optional.of("it happened before the time that was asked for");
        }
        if (to != null && time.isAfter(to)) {
            return Optional.of("it happened after the time that was asked for");
        }
        return Optional.empty();
    }

    /**
     * Checks the filters that need the body of the entry.
     *
     * @return the reason for exclusion, or empty
     */
    public Optional<String> exclusion(Scope reader, Scope scope, Entry entry) {
        Filter filter = query.filter();
        if (filter != null && !filter.matches(entry instanceof Episode episode ? episode.metadata() : Map.of())) {
            return Optional.of("its metadata does not pass the filter");
        }
        if (validAt != null && entry instanceof Fact fact && !fact.isValidAt(validAt)) {
            return Optional.of("it was not true at the time that was asked for");
        }
        if (entry instanceof Episode episode && episode.messages().isEmpty()) {
            return Optional.of("nothing was said in it");
        }
        if (!scope.equals(reader) && isSensitive(entry)) {
            return Optional.of("it is marked as sensitive, and such entries are not shown outside their scope");
        }
        if (query.by() == Query.By.TEXT && !holds(entry)) {
            return Optional.of("it does not hold the text");
        }
        return Optional.empty();
    }

    /** Returns whether an entry is sensitive: an episode by its mark, other kinds by their text. */
    private static boolean isSensitive(Entry entry) {
        return entry instanceof Episode episode ? episode.sensitive() : SecretScreen.finds(text(entry));
    }

    private boolean holds(Entry entry) {
        if (entry instanceof Episode episode) {
            return episode.messages().stream().anyMatch(message -> holds(message.shownText()));
        }
        return holds(text(entry));
    }

    private static String text(Entry entry) {
        return entry instanceof Fact fact ? fact.sentence() : entry.text();
    }

    private boolean holds(String text) {
        return PlainForm.folded(text).contains(needle);
    }
}
