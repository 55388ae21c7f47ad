package dev.daybook.contract.memory;

import static dev.daybook.contract.memory.MessageFixture.HOSTILE;
import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.Blocks;
import dev.daybook.DaybookBuilder;
import dev.daybook.contract.MemoryContract;
import dev.daybook.error.StaleVersionException;
import dev.daybook.model.Block;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Kind;
import dev.daybook.model.NewBlock;
import dev.daybook.model.Origin;
import dev.daybook.model.Space;
import dev.daybook.model.Trust;
import dev.daybook.query.VersionCondition;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pinned blocks: ordered, versioned, and changed by compare-and-set. */
public abstract class BlocksBehaviour {

    private static final int THREADS = 8;

    private final MemoryContract contract;

    protected BlocksBehaviour(MemoryContract contract) {
        this.contract = contract;
    }

    private Blocks blocks() {
        return contract.ada().blocks();
    }

    private List<String> names() {
        return blocks().list().stream().map(Block::name).toList();
    }

    @Test
    void a_scope_without_blocks_has_none_and_asking_makes_nothing() {
        assertThat(blocks().list()).isEmpty();
        assertThat(blocks().find("persona")).isEmpty();
        assertThat(blocks().history("persona")).isEmpty();
        assertThat(blocks().end("persona")).isFalse();
        assertThat(blocks().move("persona", 0)).isEmpty();
        assertThat(contract.daybook().space("default").scopes()).isEmpty();
    }

    @Test
    void new_blocks_come_last_and_changed_ones_keep_their_place() {
        blocks().remember("b", "1");
        blocks().remember("a", "2");
        Block changed = blocks().remember("b", "3");

        assertThat(names()).containsExactly("b", "a");
        assertThat(changed.order()).isZero();
        assertThat(blocks().list()).extracting(Block::content).containsExactly("3", "2");
        assertThat(blocks().list()).extracting(Block::order).containsExactly(0, 1);
    }

    @Test
    void a_write_returns_the_entries_that_a_read_returns() {
        Block written = blocks().remember(NewBlock.of("persona", "kind")
                .agentWritable(true)
                .maxLength(80)
                .sources(List.of(new EntryRef(contract.ada().scope(), Kind.EPISODE, "e")))
                .origin(Origin.ASSISTANT));
        Block appended = blocks().append("notes", "text");

        assertThat(blocks().find("persona")).contains(written);
        assertThat(blocks().list()).containsExactly(written, appended);
        assertThat(written.trust()).isEqualTo(Trust.ASSISTANT);
        assertThat(written.updatedAt()).isEqualTo(MemoryContract.NOON);
        assertThat(written.position()).isEqualTo(1);
        assertThat(appended.position()).isEqualTo(2);
    }

    @Test
    void an_append_refuses_a_long_name_before_it_tests_the_version() {
        assertThatThrownBy(() -> blocks().append("x".repeat(513), "text", "", VersionCondition.existing()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("512");
    }

    @Test
    void an_append_adds_no_separator_unless_given_and_creates_a_missing_block() {
        blocks().append("log", "one");
        blocks().append("log", "two");
        blocks().append("log", "three", "; ");
        blocks().append("new", "first", "; ");
        blocks().append("new", "");

        assertThat(blocks().list()).extracting(Block::content).containsExactly("onetwo; three", "first");
    }

    @Test
    void empty_content_is_kept_and_an_empty_name_is_not() {
        blocks().remember("empty", "");

        assertThat(blocks().find("empty").orElseThrow().text()).isEqualTo("<empty>\n\n</empty>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks().remember("", "text"))
                .withMessageContaining("block name is blank");
        assertThat(names()).containsExactly("empty");
    }

    @Test
    void the_same_content_again_makes_no_version() {
        Block first = blocks().remember("a", "text");
        contract.clock().advance(Duration.ofHours(1));

        assertThat(blocks().remember("a", "text")).isEqualTo(first);
        assertThat(blocks().append("a", "")).isEqualTo(first);
        assertThat(blocks().history("a")).containsExactly(first);
    }

    @Test
    void every_version_stays_readable_also_as_of_a_time() {
        OffsetDateTime noon = MemoryContract.NOON;
        blocks().remember("a", "1");
        blocks().remember("b", "x");
        contract.clock().advance(Duration.ofHours(1));
        blocks().append("a", "2");
        blocks().move("b", 0);
        contract.clock().advance(Duration.ofHours(1));
        blocks().end("a");

        assertThat(blocks().list()).extracting(Block::name).containsExactly("b");
        assertThat(blocks().list(noon.toInstant())).extracting(Block::name).containsExactly("a", "b");
        assertThat(blocks().list(noon.toInstant())).isEqualTo(blocks().list(noon.toInstant()));
        assertThat(blocks().list(noon.toInstant())).extracting(Block::content).containsExactly("1", "x");
        assertThat(blocks().list(noon.plusHours(1).toInstant()))
                .extracting(Block::content)
                .containsExactly("x", "12");
        assertThat(blocks().list(noon.minusNanos(1_000).toInstant())).isEmpty();
        assertThat(blocks().history("a")).extracting(Block::content).containsExactly("1", "12", "12");
        assertThat(blocks().history("a")).extracting(Block::revision).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void a_conditional_change_is_refused_after_another_change() {
        Block read = blocks().remember("a", "1");
        Block newer = blocks().remember("a", "2");

        assertThatThrownBy(() -> blocks().remember(NewBlock.of("a", "3").version(read.revision())))
                .isInstanceOfSatisfying(
                        StaleVersionException.class,
                        stale -> assertThat(stale.retryable()).isFalse())
                .hasMessageContaining("block 'a' is at version " + newer.revision() + ", not " + read.revision());
        assertThatThrownBy(() -> blocks().remember(NewBlock.of("a", "3").version(0)))
                .isInstanceOf(StaleVersionException.class);
        assertThatThrownBy(() -> blocks().remember(NewBlock.of("b", "3").version(7)))
                .isInstanceOf(StaleVersionException.class);
        assertThat(blocks().list()).containsExactly(newer);
        assertThat(blocks().history("a")).hasSize(2);

        blocks().remember(NewBlock.of("a", "3").version(newer.revision()));
        blocks().remember(NewBlock.of("b", "3").version(0));
        assertThat(blocks().list()).extracting(Block::content).containsExactly("3", "3");
    }

    @Test
    void a_block_does_not_grow_over_its_length() {
        Block full =
                blocks().remember(NewBlock.of("a", "\ud83d\ude00\ud83d\ude00").maxLength(3));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks().append("a", "xy"))
                .withMessageContaining("block 'a' would have 4 characters, but its maxLength is 3");
        assertThatIllegalArgumentException().isThrownBy(() -> blocks().remember("a", "1234"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NewBlock.of("a", "").maxLength(-1));
        assertThat(blocks().list()).containsExactly(full);
        assertThat(blocks().append("a", "x").content()).isEqualTo("\ud83d\ude00\ud83d\ude00x");
        assertThat(blocks().remember(NewBlock.of("a", "12345").maxLength(0)).maxLength())
                .isZero();
    }

    @Test
    void places_stay_unique_after_a_removal() {
        for (String name : List.of("a", "b", "c")) {
            blocks().remember(name, name);
        }
        assertThat(blocks().end("a")).isTrue();
        assertThat(blocks().end("a")).isFalse();
        blocks().remember("d", "d");
        blocks().remember("a", "again");

        assertThat(names()).containsExactly("b", "c", "d", "a");
        assertThat(blocks().list()).extracting(Block::order).doesNotHaveDuplicates();
        assertThat(blocks().find("a").orElseThrow().content()).isEqualTo("again");
    }

    @Test
    void an_entry_after_a_removal_begins_anew() {
        blocks().remember(NewBlock.of("a", "old").maxLength(3).agentWritable(true));
        blocks().end("a");
        Block appended = blocks().append("a", "longer");

        assertThat(appended.content()).isEqualTo("longer");
        assertThat(appended.agentWritable()).isFalse();
        assertThat(blocks().history("a")).extracting(Block::content).containsExactly("old", "longer");
    }

    @Test
    void a_block_moves_to_any_place() {
        for (String name : List.of("a", "b", "c", "d")) {
            blocks().remember(name, name);
        }
        blocks().end("b");

        assertThat(blocks().move("d", 0)).map(Block::name).contains("d");
        assertThat(names()).containsExactly("d", "a", "c");
        blocks().move("d", 99);
        assertThat(names()).containsExactly("a", "c", "d");
        blocks().move("c", 1);
        assertThat(names()).containsExactly("a", "c", "d");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks().move("a", -1))
                .withMessageContaining("place is -1");
        assertThat(blocks().list()).extracting(Block::content).containsExactly("a", "c", "d");
    }

    @Test
    void blocks_of_the_same_name_are_of_their_scope_alone() {
        List<Blocks> all = List.of(
                blocks(),
                contract.daybook().user("Ada").blocks(),
                contract.daybook().space(Space.DEFAULT.id()).anonymous().blocks(),
                contract.daybook().space(Space.DEFAULT.id()).shared().blocks(),
                contract.daybook().space("other").user("ada").blocks());
        IntStream.range(0, all.size()).forEach(i -> all.get(i).remember("persona", "of " + i));
        all.get(0).end("persona");

        assertThat(all.get(0).list()).isEmpty();
        IntStream.range(1, all.size())
                .forEach(i ->
                        assertThat(all.get(i).list()).extracting(Block::content).containsExactly("of " + i));
    }

    /** A forget of the other user would not reach the block. */
    @Test
    void a_block_cites_only_its_own_scope() {
        EntryRef theirs = new EntryRef(contract.daybook().user("bob").scope(), Kind.EPISODE, "e1");
        NewBlock citing = NewBlock.of("persona", "kind").sources(List.of(theirs));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> blocks().remember(citing))
                .withMessageContaining("cite only entries of its own scope");
        assertThat(blocks().list()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void any_name_and_text_is_data(String text) {
        Blocks mine = contract.daybook().user(text).blocks();
        mine.remember(text, text);
        mine.append(text, text, text);

        assertThat(mine.find(text)).map(Block::content).contains(text + text + text);
        assertThat(mine.history(text)).hasSize(2);
        assertThat(blocks().list()).hasSize(text.equals("ada") ? 1 : 0);
    }

    static List<String> hostile() {
        return HOSTILE;
    }

    @Test
    void a_block_gains_no_trust_from_a_later_append_by_a_user() {
        blocks().remember(NewBlock.of("a", "heard").origin(Origin.TOOL));
        blocks().append("a", " and said");

        assertThat(blocks().find("a")).map(Block::trust).contains(Trust.TOOL);
    }

    @Test
    void no_append_is_lost_however_many_write_at_once() throws Exception {
        int writes = 25;
        Blocks blocks = blocks();
        together(THREADS, thread -> () -> {
            for (int i = 0; i < writes; i++) {
                blocks.append("log", "[" + thread + ":" + i + "]");
            }
            return thread;
        });

        String content = blocks().find("log").orElseThrow().content();
        for (int thread = 0; thread < THREADS; thread++) {
            String of = thread + ":";
            List<String> marks =
                    IntStream.range(0, writes).mapToObj(i -> "[" + of + i + "]").toList();
            assertThat(content).contains(marks).containsSubsequence(marks);
        }
        assertThat(content.chars().filter(c -> c == '[')).hasSize(THREADS * writes);
        assertThat(blocks().history("log")).hasSize(THREADS * writes);
    }

    @Test
    void no_update_is_lost_under_compare_and_set() throws Exception {
        int additions = 10;
        blocks().remember("sum", "0");
        together(THREADS, thread -> () -> {
            for (int i = 0; i < additions; ) {
                Block read = blocks().find("sum").orElseThrow();
                try {
                    String more = Integer.toString(Integer.parseInt(read.content()) + 1);
                    blocks().remember(NewBlock.of("sum", more).version(read.revision()));
                    i++;
                } catch (StaleVersionException faster) {
                    // Another thread won; read again.
                }
            }
            return thread;
        });

        assertThat(blocks().find("sum")).map(Block::content).contains(Integer.toString(THREADS * additions));
    }

    @Test
    void blocks_that_are_new_at_once_all_get_a_place_of_their_own() throws Exception {
        Blocks blocks = blocks();
        together(THREADS, thread -> () -> blocks.remember("b" + thread, "text"));

        assertThat(blocks().list()).hasSize(THREADS).extracting(Block::order).doesNotHaveDuplicates();
    }

    @Test
    void blocks_outlive_the_daybook() {
        blocks().remember("b", "1");
        blocks().remember("a", "2");
        blocks().move("a", 0);
        List<Block> before = blocks().list();
        contract.openedWith(DaybookBuilder::noEmbedder);

        assertThat(blocks().list()).isEqualTo(before);
        assertThat(blocks().history("a")).hasSize(2);
    }
}
