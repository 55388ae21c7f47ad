package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.codec.EpisodeCodec;
import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Erasure;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Profile;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Receipt.Progress;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import dev.daybook.recall.Overview;
import dev.daybook.remember.SessionStates;
import dev.daybook.spi.Scan;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The memory of one scope of a daybook in this process. Each call goes to the part that does it. */
final class EmbeddedMemory implements Memory {

    /** A recall waits this long for entries of its scope that have no vector yet; the rest count as neutral. */
    private static final Duration CATCH_UP = Duration.ofMillis(100);

    private static final int RECENT_SESSIONS = 10;

    private final EmbeddedDaybook.Parts parts;
    private final Scope scope;

    EmbeddedMemory(EmbeddedDaybook.Parts parts, Scope scope) {
        this.parts = parts;
        this.scope = scope;
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public Receipt remember(String session, Message... messages) {
        return remember(NewEpisode.of(present("messages", messages)).inSession(present("session", session)));
    }

    @Override
    public Receipt remember(NewEpisode episode) {
        return rememberAll(List.of(present("episode", episode))).get(0);
    }

    @Override
    public List<Receipt> rememberAll(List<NewEpisode> episodes) {
        Arguments.all("episodes", episodes);
        List<Receipt> receipts =
                parts.recorder().write(scope, episodes, parts.settings().of(scope.space()));
        parts.isolation().wrote(scope, Kind.EPISODE);
        parts.vectors().ifPresent(vectors -> vectors.wake(scope));
        return receipts;
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        present("timeout", timeout);
        boolean pending = present("receipt", receipt).vector() == Progress.PENDING;
        if (!pending || !vectorsReach(receipt.revision(), timeout)) {
            return receipt;
        }
        return new Receipt(
                receipt.id(),
                receipt.position(),
                receipt.revision(),
                receipt.durable(),
                receipt.words(),
                Progress.DONE,
                receipt.derived());
    }

    private boolean vectorsReach(long revision, Duration timeout) {
        return parts.vectors()
                .map(vectors -> vectors.await(scope, revision, timeout))
                .orElse(false);
    }

    @Override
    public Optional<Episode> episode(String id) {
        return parts.recaller().episode(scope, present("id", id));
    }

    @Override
    public List<Hit> recall(String text) {
        return recall(Query.of(text));
    }

    @Override
    public List<Hit> recall(Query query) {
        present("query", query);
        parts.isolation().recalls(scope, Kind.EPISODE);
        return search(query);
    }

    /** A recall that is not watched for a missing user. */
    List<Hit> search(Query query) {
        catchUp(query);
        return parts.recaller().recall(scope, query);
    }

    @Override
    public Explanation explain(Query query, String episode) {
        catchUp(present("query", query));
        return parts.recaller().explain(scope, query, Kind.EPISODE, present("episode", episode));
    }

    @Override
    public Explanation explain(Query query, Ref entry) {
        if (!present("entry", entry).scope().equals(scope)) {
            throw new IllegalArgumentException("entry lies in " + entry.scope().code() + ", this memory is that of "
                    + scope.code() + "; ask the memory of its own scope");
        }
        catchUp(present("query", query));
        return parts.recaller().explain(scope, query, entry.kind(), entry.id());
    }

    /** The question is embedded first: loading the model may take longer than the whole of the wait for the entries. */
    private void catchUp(Query query) {
        if (query.limit() > 0 && parts.recaller().embeds(scope, query)) {
            vectorsReach(parts.store().head(scope).revision(), CATCH_UP);
        }
    }

    @Override
    public Context context(String session, String prompt) {
        return context(session, prompt, ContextOptions.defaults());
    }

    @Override
    public Context context(String session, String prompt, ContextOptions options) {
        present("session", session);
        present("options", options);
        present("prompt", prompt);
        parts.isolation().recalls(scope, Kind.EPISODE);
        if (!prompt.isBlank()) {
            catchUp(Query.of(prompt));
        }
        return parts.assembler().assemble(scope, session, prompt, options);
    }

    @Override
    public List<Session> sessions() {
        return parts.recaller().overview(scope, this::sessions);
    }

    private List<Session> sessions(Overview overview) {
        Map<String, Overview.Conversation> conversations = overview.conversations();
        Map<String, SessionStates.Known> known = SessionStates.all(parts.store(), scope);
        List<Session> sessions = new ArrayList<>();
        conversations.forEach((id, conversation) -> sessions.add(session(id, known.get(id), conversation)));
        known.forEach((id, state) -> {
            if (!conversations.containsKey(id)) {
                sessions.add(new Session(id, state.name(), state.created(), state.created(), 0));
            }
        });
        sessions.sort(
                Comparator.comparing((Session session) -> session.lastActivity().toInstant())
                        .reversed()
                        .thenComparing(Session::id));
        return sessions;
    }

    private Session session(String id, SessionStates.@Nullable Known known, Overview.Conversation conversation) {
        OffsetDateTime first = local(conversation.first());
        OffsetDateTime created = known != null && known.created().isBefore(first) ? known.created() : first;
        return new Session(
                id, known == null ? null : known.name(), created, local(conversation.last()), conversation.episodes());
    }

    @Override
    public Session session(String session, Optional<String> name) {
        parts.sessions().ensure(scope, present("session", session), present("name", name));
        SessionStates.Known known = SessionStates.find(parts.store(), scope, session)
                .orElseThrow(() -> new IllegalStateException("session was forgotten while it was named"));
        return parts.recaller()
                .overview(scope, overview -> overview.conversation(session))
                .map(conversation -> session(session, known, conversation))
                .orElseGet(() -> new Session(session, known.name(), known.created(), known.created(), 0));
    }

    @Override
    public List<Turn> history(String session, int limit) {
        present("session", session);
        return limit <= 0 ? List.of() : parts.conversation().turns(scope, session, limit);
    }

    @Override
    public Blocks blocks() {
        return new EmbeddedBlocks(parts.blocks(), scope);
    }

    @Override
    public Facts facts() {
        return new EmbeddedFacts(parts, this);
    }

    @Override
    public Summaries summaries() {
        return new EmbeddedSummaries(parts, scope);
    }

    @Override
    public Profile profile() {
        Map<Kind, Long> counts = parts.store().head(scope).counts();
        return parts.recaller().overview(scope, overview -> {
            List<Session> sessions = sessions(overview);
            return new Profile(
                    scope,
                    counts,
                    sessions.size(),
                    firstIn(Scan.Order.OLDEST_TIME),
                    firstIn(Scan.Order.NEWEST_TIME),
                    sessions.stream().limit(RECENT_SESSIONS).toList());
        });
    }

    private @Nullable OffsetDateTime firstIn(Scan.Order order) {
        return parts.store().scan(scope, Scan.of(Kind.EPISODE).order(order).limit(1)).items().stream()
                .map(EpisodeCodec::decode)
                .map(Episode::occurredAt)
                .findFirst()
                .orElse(null);
    }

    @Override
    public Stream<Entry> export() {
        Scan scan = Scan.of(Kind.EPISODE).order(Scan.Order.OLDEST_TIME).limit(Pages.SIZE);
        return Pages.stream(cursor -> parts.store().scan(scope, scan.after(cursor)))
                .map(EpisodeCodec::decode);
    }

    @Override
    public Erasure preview(Selection selection) {
        return parts.forgetter().preview(scope, present("selection", selection));
    }

    @Override
    public Erasure forget(Selection selection) {
        Erasure erasure = parts.forgetter().forget(scope, present("selection", selection));
        parts.recaller().dropQueries();
        if (scope instanceof Scope.Shared) {
            parts.settings().drop(scope.space());
        }
        return erasure;
    }

    @Override
    public Erasure await(Erasure erasure, Duration timeout) {
        return parts.forgetter().await(present("erasure", erasure), present("timeout", timeout));
    }

    /** Times of an index have no offset; they are given in that of the clock. */
    private OffsetDateTime local(Instant instant) {
        return instant.atZone(parts.clock().getZone()).toOffsetDateTime();
    }
}
