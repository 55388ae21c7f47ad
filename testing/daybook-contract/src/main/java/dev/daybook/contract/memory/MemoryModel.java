package dev.daybook.contract.memory;

import static dev.daybook.contract.memory.MessageFixture.by;
import static dev.daybook.contract.memory.MessageFixture.ids;
import static dev.daybook.contract.memory.MessageFixture.said;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.daybook.Memory;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query.By;
import dev.daybook.query.Selection;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A reference model of one user's memory in plain lists and maps, beside the memory itself. Each step does the same to both
 * and compares the visible results.
 */
final class MemoryModel {

    private static final int SESSIONS = 3;
    private static final int STEPS = 12;
    private static final int ALL = 10_000;

    private final Memory memory;

    /** In order of time, the number of an episode being its minute. */
    private final Map<Integer, String> texts = new LinkedHashMap<>();

    private final Map<String, String> blocks = new LinkedHashMap<>();
    private final List<String> homes = new ArrayList<>();
    private int episodes;

    MemoryModel(Memory memory) {
        this.memory = memory;
    }

    /** One step; the caller sees to it that there is one at a time. */
    void step(Random random) {
        switch (random.nextInt(STEPS)) {
            case 0, 1, 2 -> write(episodes++, "first words " + random.nextInt(100));
            case 3 ->
                texts.keySet().stream()
                        .skip(texts.isEmpty() ? 0 : random.nextInt(texts.size()))
                        .findFirst()
                        .ifPresent(number -> write(number, "other words " + random.nextInt(100)));
            case 4 -> {
                String name = name(random);
                blocks.put(name, "put");
                memory.blocks().remember(name, "put");
            }
            case 5, 6 -> {
                String name = name(random);
                String content = blocks.merge(name, "+", String::concat);
                assertThat(memory.blocks().append(name, "+").content()).isEqualTo(content);
            }
            case 7 -> swap(name(random));
            case 8 -> move();
            case 9 -> forget(random.nextInt(SESSIONS));
            case 10 -> compareNewest();
            default -> compareProfile();
        }
    }

    private static String name(Random random) {
        return "block " + random.nextInt(3);
    }

    private static String id(int number) {
        return "e" + number;
    }

    private static OffsetDateTime at(int minute) {
        return MemoryContract.NOON.plusMinutes(minute);
    }

    private void write(int number, String text) {
        texts.put(number, text);
        NewEpisode episode = said(id(number), "s" + number % SESSIONS, at(number), text);
        assertThat(memory.remember(episode).position()).isEqualTo(number + 1L);
    }

    /** Writes on the version that was read, and then once more, which must be refused. */
    private void swap(String name) {
        long version = memory.blocks().find(name).map(Block::revision).orElse(0L);
        String content = blocks.getOrDefault(name, "") + "*";
        blocks.put(name, content);
        memory.blocks().remember(NewBlock.of(name, content).version(version));
        assertThatThrownBy(
                        () -> memory.blocks().remember(NewBlock.of(name, "lost").version(version)))
                .isInstanceOf(StaleVersionException.class);
    }

    private void move() {
        int number = homes.size();
        homes.add("place " + number);
        memory.facts()
                .remember(NewFact.of("user", "lives_in", "place " + number)
                        .id("f" + number)
                        .validFrom(at(number))
                        .recordedAt(at(number)));
        assertThat(memory.facts().list(FactQuery.all().validAt(at(number).toInstant())))
                .extracting(Fact::object)
                .containsExactly("place " + number);
    }

    private void forget(int session) {
        long before = texts.size();
        texts.keySet().removeIf(number -> number % SESSIONS == session);
        long gone = memory.forget(Selection.session("s" + session)).counts().getOrDefault(Kind.EPISODE, 0L);
        assertThat(gone).isEqualTo(before - texts.size());
    }

    private void compareNewest() {
        List<String> newest = texts.keySet().stream()
                .sorted((one, other) -> other - one)
                .map(MemoryModel::id)
                .toList();
        assertThat(ids(memory.recall(by(By.NEWEST, "").kinds(Kind.EPISODE).limit(ALL))))
                .isEqualTo(newest);
    }

    private void compareProfile() {
        var profile = memory.archive().profile();
        assertThat(profile.count(Kind.EPISODE)).isEqualTo(texts.size());
        assertThat(profile.count(Kind.BLOCK)).isEqualTo(blocks.size());
        assertThat(profile.count(Kind.FACT)).isEqualTo(homes.size());
        assertThat(profile.sessions())
                .isEqualTo(texts.keySet().stream()
                        .map(number -> number % SESSIONS)
                        .distinct()
                        .count());
    }

    void compareAll() {
        compareNewest();
        compareProfile();
        texts.forEach((number, text) -> assertThat(memory.find(Episode.class, id(number)))
                .map(dev.daybook.model.Episode::input)
                .contains(text));
        assertThat(memory.blocks().list())
                .extracting(Block::name, Block::content)
                .containsExactlyElementsOf(blocks.entrySet().stream()
                        .map(block -> tuple(block.getKey(), block.getValue()))
                        .toList());
        for (int minute = 0; minute < homes.size(); minute++) {
            assertThat(memory.facts().list(FactQuery.all().validAt(at(minute).toInstant())))
                    .extracting(Fact::object)
                    .containsExactly(homes.get(minute));
        }
    }
}
