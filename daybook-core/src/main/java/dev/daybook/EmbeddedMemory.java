package dev.daybook;

import static dev.daybook.Arguments.present;

import dev.daybook.data.Bounds;
import dev.daybook.data.Context;
import dev.daybook.data.ContextOptions;
import dev.daybook.data.Entry;
import dev.daybook.data.Episode;
import dev.daybook.data.Erasure;
import dev.daybook.data.Event;
import dev.daybook.data.Explanation;
import dev.daybook.data.Hit;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.NewEpisode;
import dev.daybook.data.Operation;
import dev.daybook.data.Outcome;
import dev.daybook.data.Principal;
import dev.daybook.data.Profile;
import dev.daybook.data.Query;
import dev.daybook.data.Receipt;
import dev.daybook.data.Receipt.Progress;
import dev.daybook.data.Recorded;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Selection;
import dev.daybook.data.Session;
import dev.daybook.data.Turn;
import dev.daybook.remember.AuditLog;
import dev.daybook.remember.KeptContexts;
import dev.daybook.remember.WritePolicy;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The memory of one scope of a daybook in this process. Each call goes to the part that does it. */
final class EmbeddedMemory implements Memory {

    private final EmbeddedDaybook.Parts parts;
    private final Scope scope;
    private final Principal principal;
    private final Inventory inventory;

    EmbeddedMemory(EmbeddedDaybook.Parts parts, Scope scope, Principal principal) {
        this.parts = parts;
        this.scope = scope;
        this.principal = principal;
        this.inventory = new Inventory(parts, scope);
    }

    @Override
    public Scope scope() {
        return scope;
    }

    @Override
    public Receipt remember(String session, Message first, Message... more) {
        List<Message> messages = new ArrayList<>(List.of(present("first", first)));
        Collections.addAll(messages, present("more", more));
        return remember(NewEpisode.of(messages).inSession(present("session", session)));
    }

    @Override
    public Receipt remember(NewEpisode episode) {
        return rememberAll(List.of(present("episode", episode))).get(0);
    }

    @Override
    public List<Receipt> rememberAll(List<NewEpisode> episodes) {
        Arguments.all("episodes", episodes).forEach(EmbeddedMemory::requireOwnMetadata);
        return write(episodes);
    }

    private static void requireOwnMetadata(NewEpisode episode) {
        episode.metadata().keySet().stream()
                .filter(name -> name.startsWith(NewEpisode.RESERVED))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("metadata name '" + name + "' begins with '"
                            + NewEpisode.RESERVED + "', which the library keeps for itself; use another name");
                });
    }

    /** What holds for what is written through this handle now. */
    WritePolicy policy() {
        return new WritePolicy(principal, parts.settings().of(scope.space()).secrets());
    }

    /** What was written by the library itself may have its marks. */
    List<Receipt> write(List<NewEpisode> episodes) {
        List<Receipt> receipts = parts.recorder().write(scope, episodes, policy());
        parts.written(scope);
        tellRemembered(receipts.stream().map(Receipt::id).toList());
        return parts.background().isPresent()
                ? receipts.stream()
                        .map(receipt -> receipt.derived(Progress.PENDING))
                        .toList()
                : receipts;
    }

    private void tellRemembered(List<String> ids) {
        if (!ids.isEmpty()) {
            parts.events().tell(new Event.Remembered(scope, ids));
        }
    }

    @Override
    public Receipt await(Receipt receipt, Duration timeout) {
        present("timeout", timeout);
        long begun = System.nanoTime();
        Receipt now = present("receipt", receipt);
        boolean embedded = now.vector() == Progress.PENDING
                && parts.vectors()
                        .map(vectors -> vectors.await(scope, receipt.revision(), timeout))
                        .orElse(false);
        now = embedded ? now.vector(Progress.DONE) : now;
        Duration left = timeout.minusNanos(System.nanoTime() - begun);
        boolean derived = now.derived() == Progress.PENDING
                && parts.background()
                        .map(worker -> worker.await(scope, receipt.revision(), left))
                        .orElse(false);
        return derived ? now.derived(Progress.DONE) : now;
    }

    @Override
    public Optional<Episode> episode(String id) {
        return parts.recaller().episode(scope, present("id", id));
    }

    @Override
    public Optional<Entry> entry(Kind kind, String id) {
        present("id", id);
        return inventory.entry(present("kind", kind), id);
    }

    @Override
    public List<Hit> recall(String text) {
        return recall(Query.of(text));
    }

    @Override
    public List<Hit> recall(Query query) {
        present("query", query);
        if (query.shared() && !readsShared()) {
            throw new IllegalArgumentException(
                    "query includes what is shared, which this principal does not read; leave it out");
        }
        parts.isolation().recalls(scope, Kind.EPISODE);
        return search(query);
    }

    private boolean readsShared() {
        return principal.readsShared() || scope instanceof Scope.Shared;
    }

    /** A recall that is not watched for a missing user. */
    List<Hit> search(Query query) {
        return parts.recaller().recall(scope, query);
    }

    @Override
    public Explanation explain(Query query, String episode) {
        present("query", query);
        return parts.recaller().explain(scope, query, Kind.EPISODE, present("episode", episode));
    }

    @Override
    public Explanation explain(Query query, Ref entry) {
        if (!present("entry", entry).scope().equals(scope)) {
            throw new IllegalArgumentException("entry lies in " + entry.scope().code() + ", this memory is that of "
                    + scope.code() + "; ask the memory of its own scope");
        }
        present("query", query);
        return parts.recaller().explain(scope, query, entry.kind(), entry.id());
    }

    @Override
    public Context context(String session, String prompt) {
        return context(session, prompt, ContextOptions.defaults());
    }

    @Override
    public Context context(String session, String prompt, ContextOptions options) {
        present("session", session);
        Bounds.check("prompt", present("prompt", prompt), Bounds.QUESTION);
        present("options", options);
        parts.isolation().recalls(scope, Kind.EPISODE);
        while (true) {
            KeptContexts.Moment moment = parts.contexts().moment(scope);
            Context context = parts.assembler().assemble(scope, session, prompt, options, readsShared());
            Optional<Context> answer =
                    options.keep() ? parts.contexts().keep(scope, context, moment) : Optional.of(context);
            if (answer.isPresent()) {
                return answer.get();
            }
        }
    }

    @Override
    public Optional<Context> keptContext(String id) {
        return parts.contexts()
                .find(scope, present("id", id))
                .filter(context -> readsShared() || !showsShared(context));
    }

    private static boolean showsShared(Context context) {
        return context.sections().stream()
                .flatMap(section -> section.entries().stream())
                .anyMatch(entry -> entry.scope() instanceof Scope.Shared);
    }

    @Override
    public List<Session> sessions() {
        return inventory.sessions();
    }

    @Override
    public Session session(String session, Optional<String> name) {
        return session(session, name, Optional.empty(), Optional.empty());
    }

    @Override
    public Session session(String session, boolean isPrivate) {
        return session(session, Optional.empty(), Optional.of(isPrivate), Optional.empty());
    }

    @Override
    public Session session(
            String session, Optional<String> name, Optional<Boolean> isPrivate, Optional<OffsetDateTime> created) {
        present("name", name).ifPresent(given -> Bounds.check("name", given, Bounds.NAME));
        parts.sessions()
                .ensure(
                        scope,
                        present("session", session),
                        name.map(text -> policy().screened("the name of a session", text))
                                .orElse(null),
                        present("isPrivate", isPrivate).orElse(null),
                        present("created", created).orElse(null));
        return inventory.session(session);
    }

    @Override
    public List<Turn> history(String session, int limit) {
        present("session", session);
        return limit <= 0 ? List.of() : parts.conversation().turns(scope, session, limit);
    }

    @Override
    public Blocks blocks() {
        return new EmbeddedBlocks(parts.blocks(), this);
    }

    @Override
    public Facts facts() {
        return new EmbeddedFacts(parts, this);
    }

    @Override
    public Notes notes() {
        return new EmbeddedNotes(parts, this);
    }

    @Override
    public Summaries summaries() {
        return new EmbeddedSummaries(parts, this);
    }

    @Override
    public List<Outcome> consolidate() {
        return parts.consolidation().run(scope, true);
    }

    @Override
    public Outcome undo(String operation) {
        if (parts.quarantiner().holds(scope, present("operation", operation))) {
            return quarantine().undo(operation);
        }
        Outcome outcome = parts.consolidation().undo(scope, operation);
        parts.vectors().ifPresent(vectors -> vectors.wake(scope));
        return outcome;
    }

    @Override
    public Optional<Operation> operation(String id) {
        return parts.consolidation()
                .operation(scope, present("id", id))
                .or(() -> quarantine().operation(id));
    }

    @Override
    public Optional<Recorded> recorded(String operation) {
        return new AuditLog(parts.store()).find(scope, present("operation", operation));
    }

    @Override
    public Profile profile() {
        return inventory.profile();
    }

    @Override
    public Stream<Entry> export() {
        return inventory.export();
    }

    @Override
    public List<Receipt> importAll(List<? extends Entry> entries) {
        Arguments.all("entries", entries);
        List<Receipt> receipts = parts.transcriber().write(scope, entries, policy());
        parts.written(scope);
        tellRemembered(entries.stream()
                .filter(entry -> entry.kind() == Kind.EPISODE)
                .map(Entry::id)
                .toList());
        return receipts;
    }

    @Override
    public Erasure preview(Selection selection) {
        return parts.forgetter().preview(scope, present("selection", selection));
    }

    @Override
    public List<Ref> reach(Selection selection) {
        return parts.forgetter().reach(scope, present("selection", selection));
    }

    @Override
    public Erasure forget(Selection selection) {
        Erasure erasure = parts.forgetter().forget(scope, present("selection", selection));
        parts.recaller().dropQueries();
        // What was put back without its history has no vector yet, and what lost a source is derived again.
        Scope shared = new Scope.Shared(scope.space());
        parts.written(scope);
        parts.written(shared);
        if (erasure.count() > 0) {
            parts.events().tell(new Event.Forgotten(scope, erasure.operation(), erasure.counts()));
        }
        return erasure;
    }

    @Override
    public Erasure await(Erasure erasure, Duration timeout) {
        return parts.forgetter().await(present("erasure", erasure), present("timeout", timeout));
    }

    @Override
    public EmbeddedQuarantine quarantine() {
        return new EmbeddedQuarantine(parts, scope);
    }
}
