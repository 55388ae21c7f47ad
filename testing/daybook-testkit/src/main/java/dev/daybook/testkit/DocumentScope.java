package dev.daybook.testkit;

import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.EntryKey;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The documents of one scope: their names and their current content. */
record DocumentScope(DocumentDisk documents, Scope scope) {

    static String countersOf(Space space) {
        return StoredDocument.name("scope", space.id()) + "/";
    }

    String countersName() {
        return StoredDocument.name("scope", scope.space().id(), scope.code());
    }

    String entryName(EntryKey key) {
        return StoredDocument.name(
                "entry", scope.space().id(), scope.code(), key.kind().name(), key.id());
    }

    String stateName(String name) {
        return StoredDocument.name("state", scope.space().id(), scope.code(), name);
    }

    /** As many digits as keep them in the order of their numbers. */
    String auditName(long number) {
        return auditPrefix() + String.format(Locale.ROOT, "%019d", number);
    }

    private String auditPrefix() {
        return StoredDocument.name("audit", scope.space().id(), scope.code()) + "/";
    }

    List<StoredDocument.Audited> audits() {
        return documents.startingWith(auditPrefix()).stream()
                .map(StoredDocument.Audited.class::cast)
                .toList();
    }

    StoredDocument.Counters counters() {
        return documents.get(countersName()) instanceof StoredDocument.Counters counters
                ? counters
                : new StoredDocument.Counters(scope, 0, 0, Map.of(), 0);
    }

    StoredDocument.@Nullable Held entry(EntryKey key) {
        return (StoredDocument.Held) documents.get(entryName(key));
    }

    StoredDocument.@Nullable Named state(String name) {
        return (StoredDocument.Named) documents.get(stateName(name));
    }

    List<StoredDocument.Held> entries() {
        return documents.startingWith(StoredDocument.name("entry", scope.space().id(), scope.code()) + "/").stream()
                .map(StoredDocument.Held.class::cast)
                .toList();
    }

    /** The number of entries, by kind. */
    Map<Kind, Long> counts() {
        return entries().stream()
                .collect(Collectors.groupingBy(entry -> entry.key().kind(), Collectors.counting()));
    }

    List<StoredDocument.Named> states() {
        return documents.startingWith(StoredDocument.name("state", scope.space().id(), scope.code()) + "/").stream()
                .map(StoredDocument.Named.class::cast)
                .toList();
    }
}
