package dev.daybook.testkit.store;

import dev.daybook.internal.store.PagedReads;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryScan;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeHead;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The answers of a store as text, one line for each head, version, row, state and audit entry, for a comparison with those
 * of an earlier version of the store.
 */
public final class GoldenAnswers {

    private GoldenAnswers() {}

    /** Returns the answers about all scopes that hold something, in the order in which the store lists them. */
    public static List<String> of(Store store) {
        return PagedReads.all(cursor -> store.spaces(cursor, PagedReads.SIZE))
                .flatMap(space -> PagedReads.all(cursor -> store.heads(space, cursor, PagedReads.SIZE)))
                .flatMap(head -> of(store, head))
                .toList();
    }

    private static Stream<String> of(Store store, ScopeHead head) {
        Scope scope = head.scope();
        return Stream.of(
                        Stream.of("head " + head.head().revision() + " "
                                + head.head().epoch() + " "
                                + new TreeMap<>(head.head().counts())),
                        Stream.of(Kind.values()).flatMap(kind -> versions(store, scope, kind)),
                        PagedReads.rows(store, scope, 0).map(GoldenAnswers::row),
                        PagedReads.all(cursor -> store.states(scope, "", cursor, PagedReads.SIZE))
                                .map(state ->
                                        "state " + state.name() + " " + state.version() + " " + text(state.bytes())),
                        PagedReads.all(cursor -> store.audits(scope, cursor, PagedReads.SIZE))
                                .map(audit -> "audit " + audit.operation() + " " + audit.action() + " " + audit.at()
                                        + " " + audit.detail()))
                .flatMap(lines -> lines)
                .map(line -> scope.space().id() + " " + scope.code() + " " + line);
    }

    private static Stream<String> versions(Store store, Scope scope, Kind kind) {
        EntryScan scan = EntryScan.of(kind).versions(EntryScan.Versions.ALL);
        return PagedReads.all(cursor -> store.scan(scope, scan.after(cursor))).map(GoldenAnswers::version);
    }

    private static String version(StoredEntry version) {
        return "version " + version.key().kind() + " " + version.key().id() + " " + version.position() + " "
                + version.contentRevision() + " " + version.session() + " " + version.time() + " "
                + version.recorded() + " " + version.status() + " " + text(version.body());
    }

    private static String row(IndexRow row) {
        StringBuilder line =
                new StringBuilder("row " + row.key().kind() + " " + row.key().id() + " " + row.revision());
        new TreeMap<>(row.sidecars())
                .forEach((name, bytes) ->
                        line.append(' ').append(name).append('=').append(text(bytes)));
        return line.toString();
    }

    private static String text(Blob blob) {
        return Base64.getEncoder().encodeToString(blob.toArray());
    }
}
