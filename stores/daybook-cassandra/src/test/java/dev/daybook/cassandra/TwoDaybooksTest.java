package dev.daybook.cassandra;

import static dev.daybook.testkit.store.ConcurrentTasks.together;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.model.Block;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewFact;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** Two daybooks that share nothing but the store, as two processes do. */
@EnabledIf("dev.daybook.cassandra.CassandraCluster#isWanted")
class TwoDaybooksTest {

    private static final int ROUNDS = 8;
    private static final int SOURCES = 6;

    private final String name = UUID.randomUUID().toString();
    private final List<Daybook> opened = new ArrayList<>();
    private final CountingModel model = new CountingModel();

    @AfterEach
    void close() {
        opened.forEach(Daybook::close);
    }

    private Memory ada() {
        Daybook daybook = Daybook.builder(CassandraStore.open(CassandraCluster.session(), name, () -> {}))
                .noEmbedder()
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                .background(false)
                .open();
        opened.add(daybook);
        return daybook.user("ada");
    }

    private static void change(Memory ada, String change) {
        ada.blocks().append("log", change, "\n");
        ada.blocks().remember("block " + change, "text");
        ada.facts().remember(NewFact.of("Ada", "lives_in", change));
        ada.session("s").remember(Message.user(change));
    }

    @Test
    void changes_of_both_are_all_there_and_none_undoes_another() throws Exception {
        List<Memory> memories = List.of(ada(), ada());
        together(2, n -> () -> {
            for (int round = 0; round < ROUNDS; round++) {
                change(memories.get(n), n + "-" + round);
            }
            return n;
        });

        List<String> changes = IntStream.range(0, 2 * ROUNDS)
                .mapToObj(i -> i % 2 + "-" + i / 2)
                .toList();
        Memory ada = ada();
        assertThat(ada.blocks().find("log").orElseThrow().content().split("\n"))
                .containsExactlyInAnyOrderElementsOf(changes);
        assertThat(ada.blocks().list())
                .hasSize(1 + changes.size())
                .extracting(Block::order)
                .doesNotHaveDuplicates();
        List<Fact> homes = ada.facts().list(FactQuery.all().limit(1_000));
        assertThat(homes).extracting(Fact::object).containsExactlyInAnyOrderElementsOf(changes);
        assertThat(homes.stream().filter(fact -> fact.validUntil() == null)).hasSize(1);
        assertThat(ada.archive().exportAll().filter(entry -> entry.kind() == Kind.EPISODE))
                .hasSize(changes.size());
    }

    @Test
    void both_derive_at_once_and_ask_for_each_source_once() throws Exception {
        List<Memory> memories = List.of(ada(), ada());
        memories.get(0)
                .remember(IntStream.range(0, SOURCES)
                        .mapToObj(i -> NewEpisode.of(Message.user("Ada likes tea" + i + ".")))
                        .toList());

        together(2, n -> () -> memories.get(n).consolidate());

        assertThat(model.asked).hasValue(SOURCES);
        assertThat(ada().facts().list(FactQuery.all().limit(1_000)))
                .extracting(Fact::object)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, SOURCES).mapToObj(i -> "tea" + i).toList());
    }

    private static final class CountingModel implements LanguageModel {

        private final ReadingModel reading = new ReadingModel();
        private final AtomicInteger asked = new AtomicInteger();

        @Override
        public String name() {
            return "counting";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            asked.incrementAndGet();
            return reading.answer(request);
        }
    }
}
