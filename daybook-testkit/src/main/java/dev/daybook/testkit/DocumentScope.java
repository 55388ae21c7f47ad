package dev.daybook.testkit;

import dev.daybook.data.Kind;
import dev.daybook.data.Scope;
import dev.daybook.data.Space;
import dev.daybook.spi.Key;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Where the documents of one scope lie, and what is in them now. */
record DocumentScope(Documents documents, Scope scope) {

    static String countersOf(Space space) {
        return Document.name("scope", space.id()) + "/";
    }

    String countersName() {
        return Document.name("scope", scope.space().id(), scope.code());
    }

    String entryName(Key key) {
        return Document.name(
                "entry", scope.space().id(), scope.code(), key.kind().name(), key.id());
    }

    String stateName(String name) {
        return Document.name("state", scope.space().id(), scope.code(), name);
    }

    /** As many digits as keep them in the order of their numbers. */
    String auditName(long number) {
        return auditPrefix() + String.format(Locale.ROOT, "%019d", number);
    }

    private String auditPrefix() {
        return Document.name("audit", scope.space().id(), scope.code()) + "/";
    }

    List<Document.Audited> audits() {
        return documents.startingWith(auditPrefix()).stream()
                .map(Document.Audited.class::cast)
                .toList();
    }

    Document.Counters counters() {
        return documents.get(countersName()) instanceof Document.Counters counters
                ? counters
                : new Document.Counters(scope, 0, 0, Map.of(), 0);
    }

    Document.@Nullable Held entry(Key key) {
        return (Document.Held) documents.get(entryName(key));
    }

    Document.@Nullable Named state(String name) {
        return (Document.Named) documents.get(stateName(name));
    }

    List<Document.Held> entries() {
        return documents.startingWith(Document.name("entry", scope.space().id(), scope.code()) + "/").stream()
                .map(Document.Held.class::cast)
                .toList();
    }

    /** The number of entries, by kind. */
    Map<Kind, Long> counts() {
        return entries().stream()
                .collect(Collectors.groupingBy(entry -> entry.key().kind(), Collectors.counting()));
    }

    List<Document.Named> states() {
        return documents.startingWith(Document.name("state", scope.space().id(), scope.code()) + "/").stream()
                .map(Document.Named.class::cast)
                .toList();
    }
}
