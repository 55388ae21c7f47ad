package dev.daybook.internal.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.codec.EntryVectors;
import dev.daybook.model.Embedding;
import dev.daybook.model.Message;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the reported memory of scope indexes, on which the budget rests, with their content. */
class ScopeIndexBytesTest {

    private static final int DIMENSIONS = 384;

    private static Embedding vector(int axis) {
        float[] values = new float[DIMENSIONS];
        values[axis] = 1;
        return Embedding.of(values);
    }

    /** Returns the bytes that the vectors add to an entry of so many messages. */
    private static long added(int messages, EntryVectors vectors) {
        String[] texts = Collections.nCopies(messages, "A kayak.").toArray(String[]::new);
        RowFixture rowFixture = new RowFixture().put("a", "s", texts);
        long without = rowFixture.scopeIndex().bytes();
        return rowFixture.vectors("a", vectors).scopeIndex().bytes() - without;
    }

    @Test
    void a_vector_takes_its_numbers_and_a_bit_for_the_sign_of_each() {
        long numbersAndSigns = DIMENSIONS * Float.BYTES + DIMENSIONS / Byte.SIZE;

        assertThat(added(1, EntryVectors.supplied(vector(0), 1))).isBetween(numbersAndSigns, numbersAndSigns + 100);
    }

    @Test
    void an_entry_of_several_messages_takes_a_vector_more_than_they() {
        long one = added(1, EntryVectors.supplied(vector(0), 1));

        assertThat(added(2, new EntryVectors(vector(0), List.of(vector(1), vector(2)))))
                .isBetween(3 * one, 4 * one);
    }

    @Test
    void a_vector_that_stands_for_several_takes_no_more_than_one() {
        long one = added(1, EntryVectors.supplied(vector(0), 1));

        assertThat(added(5, EntryVectors.supplied(vector(0), 5))).isEqualTo(one);
    }

    @Test
    void a_name_of_many_words_takes_little_beside_a_text_of_many_words() {
        String name = IntStream.range(0, 20_000).mapToObj(i -> "n" + i).collect(Collectors.joining(" "));
        String text = IntStream.range(0, 60_000).mapToObj(i -> "w" + i % 1_000).collect(Collectors.joining(" "));
        long nameless = RowFixture.session(Message.user(text)).bytes();

        assertThat(RowFixture.session(Message.user(text).withName(name)).bytes())
                .isLessThan(2 * nameless);
    }

    @Test
    void the_names_of_speakers_count() {
        Message[] named = IntStream.range(0, 200)
                .mapToObj(i -> Message.user("hi").withName(i + "n".repeat(500)))
                .toArray(Message[]::new);
        Message[] nameless = Collections.nCopies(200, Message.user("hi")).toArray(Message[]::new);

        assertThat(RowFixture.session(named).bytes()
                        - RowFixture.session(nameless).bytes())
                .isGreaterThan(200 * 1_000);
    }

    @Test
    void an_entry_of_a_million_words_costs_no_more_than_one_at_the_limit() {
        Message[] book =
                Collections.nCopies(10, Message.user("word ".repeat(100_000))).toArray(Message[]::new);

        assertThat(new RowFixture().put("a", "s", book).scopeIndex().bytes()).isLessThan(40_000_000);
    }

    @Test
    void the_tables_of_the_vectors_count_too() {
        VectorTable table = new VectorTable(new VectorBlocks());
        long empty = table.bytes();
        table.put(100_000, 0);

        assertThat(table.bytes() - empty).isGreaterThanOrEqualTo(100_000L * Integer.BYTES - empty);
    }
}
