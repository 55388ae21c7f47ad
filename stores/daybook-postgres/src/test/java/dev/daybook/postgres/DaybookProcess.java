package dev.daybook.postgres;

import dev.daybook.Daybook;
import dev.daybook.DaybookBuilder;
import dev.daybook.Memory;
import dev.daybook.contract.derivation.ReadingModel;
import dev.daybook.model.Message;
import dev.daybook.model.NewFact;
import dev.daybook.query.ExtractionOptions;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** A process with a daybook over a shared store. It prints each acknowledged change and each call of its model. */
final class DaybookProcess {

    static final String USER = "ada";
    static final int ROUNDS = 20;

    private DaybookProcess() {}

    /** @param arguments the JDBC address, the name of the process, its work, and the seconds that its clock is ahead */
    public static void main(String[] arguments) {
        boolean hangs = arguments[2].equals("hang");
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(Long.parseLong(arguments[3])));
        DaybookBuilder builder = Daybook.builder(PostgresStore.connect(arguments[0], "daybook", ""))
                .noEmbedder()
                .clock(clock)
                .languageModel(new PrintingModel(hangs))
                .grounding(GroundingPolicy.off())
                .extraction(ExtractionOptions.DEFAULTS.windowTokens(0))
                .background(false);
        try (Daybook daybook = builder.open()) {
            Memory ada = daybook.user(USER);
            if (arguments[2].equals("change")) {
                for (int round = 0; round < ROUNDS; round++) {
                    change(ada, arguments[1] + "-" + round);
                }
            } else {
                ada.consolidate();
            }
        }
    }

    private static void change(Memory ada, String change) {
        ada.blocks().append("log", change, "\n");
        ada.blocks().remember("block " + change, "text");
        ada.facts().remember(NewFact.of("Ada", "lives_in", change));
        ada.session("s").remember(Message.user(change));
        System.out.println("changed;" + change + ";end");
    }

    private record PrintingModel(boolean hangs) implements LanguageModel {

        private static final ReadingModel READING = new ReadingModel();

        @Override
        public String name() {
            return "printing";
        }

        @Override
        public ModelAnswer answer(ModelRequest request) {
            System.out.println("asked;;end");
            if (hangs) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return READING.answer(request);
        }
    }
}
