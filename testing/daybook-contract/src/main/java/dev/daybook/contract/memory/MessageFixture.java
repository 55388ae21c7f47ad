package dev.daybook.contract.memory;

import dev.daybook.Memory;
import dev.daybook.model.Entry;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.DerivationOutcome;
import dev.daybook.outcome.DerivationOutcome.Result;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Turn;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.Query.By;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.Stream;

/** Short factories for the messages and queries of the memory contract. */
public final class MessageFixture {

    /** Allowed as any id; each stands for a way in which an id has been taken for something else. */
    public static final List<String> HOSTILE = List.of(
            "'; drop table entries; --",
            "it's \"quoted\"",
            "{\"$ne\":\"x\"}",
            "$where",
            "../../etc/passwd",
            "..",
            "a/b",
            "a\\b",
            "%",
            "_",
            "*",
            "null",
            "anonymous",
            "shared",
            "user:ada",
            "ada",
            "Ada",
            "ADA",
            " ada",
            "ada ",
            "caf\u00e9",
            "cafe\u0301",
            "\u0131",
            "\ud83d\ude00",
            "n".repeat(512),
            "\ud83d\ude00".repeat(512));

    private MessageFixture() {}

    /** An episode of one message of the user. */
    public static NewEpisode said(String id, String text) {
        return NewEpisode.of(Message.user(text)).id(id);
    }

    public static NewEpisode said(String id, String session, OffsetDateTime at, String text) {
        return said(id, text).session(session).occurredAt(at);
    }

    public static Message named(String name, String text) {
        return Message.user(text).withName(name);
    }

    /** All ways of searching that need no embedder. */
    public static List<By> withoutEmbedder() {
        return Stream.of(By.values()).filter(by -> by != By.MEANING).toList();
    }

    public static Query by(By by, String text) {
        return Query.of(text).by(by);
    }

    public static List<String> ids(List<Hit> hits) {
        return hits.stream().map(Hit::id).toList();
    }

    public static List<String> ids(Stream<Entry> entries) {
        return entries.map(Entry::id).toList();
    }

    public static List<String> texts(List<Turn> turns) {
        return turns.stream().map(turn -> turn.message().text()).toList();
    }

    public static List<Message> messages(Hit hit) {
        return ((Episode) hit.entry()).messages();
    }

    /** Returns the facts of a memory, ended ones included, in alphabetical order. */
    public static List<String> facts(Memory memory) {
        return memory.facts().list(FactQuery.all()).stream()
                .map(Fact::triple)
                .sorted()
                .toList();
    }

    public static List<Result> results(List<DerivationOutcome> outcomes) {
        return outcomes.stream().map(DerivationOutcome::result).toList();
    }
}
