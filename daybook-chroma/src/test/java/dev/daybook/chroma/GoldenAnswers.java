package dev.daybook.chroma;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
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

/** All that a store answers, a line for each version, row, state and audit entry. */
final class GoldenAnswers {

    private static final int ALL = 10_000;

    private GoldenAnswers() {}

    static List<String> of(Store store) {
        return store.spaces(null, ALL).items().stream()
                .flatMap(space -> store.heads(space, null, ALL).items().stream())
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
                        store.rows(scope, 0, ALL).items().stream().map(GoldenAnswers::row),
                        store.states(scope, "", null, ALL).items().stream()
                                .map(state ->
                                        "state " + state.name() + " " + state.version() + " " + text(state.bytes())),
                        store.audits(scope, null, ALL).items().stream()
                                .map(audit -> "audit " + audit.operation() + " " + audit.action() + " " + audit.at()
                                        + " " + audit.detail()))
                .flatMap(lines -> lines)
                .map(line -> scope.space().id() + " " + scope.code() + " " + line);
    }

    private static Stream<String> versions(Store store, Scope scope, Kind kind) {
        return store
                .scan(scope, EntryScan.of(kind).versions(EntryScan.Versions.ALL).limit(ALL))
                .items()
                .stream()
                .map(GoldenAnswers::version);
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
