package dev.daybook.internal.ledger;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.internal.codec.ByteWriter;
import dev.daybook.internal.store.StateFamilies;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Scope;
import dev.daybook.outcome.RejectedStatement;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.ScopeState;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The rejected statements of a scope: a state for each window that had some. What a model makes up may come from anything
 * that it read, so a state names all of that and is erased with any part of it.
 */
public final class RejectedStatements {

    /** The newest ones that a scope keeps: some weeks of a model that rejects one statement in ten. */
    public static final int MAX = 200;

    private static final String PREFIX = "rejected/";

    private static final int PLAIN = 1;

    private RejectedStatements() {}

    /**
     * The rejected statements of one answer.
     *
     * @param read the entries that the model read
     */
    public record Window(List<EntryKey> read, List<RejectedStatement> statements) {

        public Window {
            read = List.copyOf(read);
            statements = List.copyOf(statements);
        }

        private boolean hasRead(Set<EntryKey> entries) {
            return !Collections.disjoint(read, entries);
        }
    }

    private record NamedWindow(String name, Window window) {}

    /** Lists the rejected statements of a scope, those of the newest window first. */
    public static List<RejectedStatement> list(Store store, Scope scope) {
        return all(store, scope).stream()
                .flatMap(each -> each.window().statements().stream())
                .limit(MAX)
                .toList();
    }

    /**
     * Puts a window in the place of those that read one of its episodes before, and drops the oldest beyond the limit.
     *
     * @param derived the episodes that the window derives from
     */
    public static void replace(
            Store store, Scope scope, EntryLedger.Change change, Set<EntryKey> derived, Window window) {
        int kept = window.statements().size();
        for (NamedWindow each : all(store, scope)) {
            if (kept >= MAX || each.window().hasRead(derived)) {
                change.state(new StateChange(each.name(), EntryPut.ANY, null));
            } else {
                kept += each.window().statements().size();
            }
        }
        if (!window.statements().isEmpty()) {
            change.state(new StateChange(PREFIX + change.operation(), 0, encode(window)));
        }
    }

    /** Returns the names of the states whose statements may come from one of these entries. */
    static Stream<String> concerning(Store store, Scope scope, Set<EntryKey> entries) {
        return all(store, scope).stream()
                .filter(each -> each.window().hasRead(entries))
                .map(NamedWindow::name);
    }

    /** Returns the windows, newest first: ids of operations sort by time. */
    private static List<NamedWindow> all(Store store, Scope scope) {
        return StateFamilies.all(store, scope, PREFIX)
                .map(state -> new NamedWindow(state.name(), decode(scope, state)))
                .sorted(Comparator.comparing(NamedWindow::name).reversed())
                .toList();
    }

    static Blob encode(Window window) {
        ByteWriter out = new ByteWriter().octet(PLAIN);
        DerivedStates.keys(out, window.read());
        out.number(window.statements().size());
        for (RejectedStatement statement : window.statements()) {
            out.text(statement.sentence()).optionalText(statement.speaker());
            out.number(statement.messages().size());
            statement
                    .messages()
                    .forEach(message -> out.text(message.episode().id()).number(message.index()));
            out.text(statement.reason()).number(statement.missing().size());
            statement.missing().forEach(out::text);
            out.text(statement.rejectedAt().toString());
        }
        return out.toBlob();
    }

    private static Window decode(Scope scope, ScopeState state) {
        return ByteReader.decode(state.bytes(), in -> {
            if (in.octet() != PLAIN) {
                throw ByteReader.damaged("rejected statements have an unknown form");
            }
            List<EntryKey> read = DerivedStates.keys(in);
            List<RejectedStatement> statements = new ArrayList<>();
            for (int left = in.count(); left > 0; left--) {
                statements.add(statement(in, scope));
            }
            return new Window(read, statements);
        });
    }

    private static RejectedStatement statement(ByteReader in, Scope scope) {
        String sentence = in.text();
        String speaker = in.optionalText();
        List<MessageRef> messages = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            EntryRef episode = new EntryRef(scope, Kind.EPISODE, in.text());
            messages.add(new MessageRef(episode, Math.toIntExact(in.number())));
        }
        String reason = in.text();
        List<String> missing = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            missing.add(in.text());
        }
        return new RejectedStatement(sentence, speaker, messages, reason, missing, OffsetDateTime.parse(in.text()));
    }
}
