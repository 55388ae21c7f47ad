package dev.daybook.contract.derivation;

import static dev.daybook.contract.MemoryContract.NOON;

import dev.daybook.Bank;
import dev.daybook.contract.MemoryContract;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.model.NewSummary;
import dev.daybook.model.SessionRef;
import dev.daybook.model.Summary;
import dev.daybook.model.Summary.Level;
import dev.daybook.query.SpaceSettings;
import dev.daybook.spi.GroundingPolicy;
import dev.daybook.testkit.ScriptedModel;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;

/** Banks for tests, and the messages of their space. */
public final class BankFixture {

    public static final OffsetDateTime LONG_AGO = NOON.minusDays(100);

    private final MemoryContract contract;
    private final ScriptedModel model = ScriptedModel.answering();

    public BankFixture(MemoryContract contract) {
        this.contract = contract;
    }

    /** The model of {@link #bank()}, with its script and its requests. */
    public ScriptedModel model() {
        return model;
    }

    /** Opened with the scripted model, and the bank on. */
    public Bank bank() {
        contract.openedWith(parts -> parts.noEmbedder()
                .languageModel(model)
                .grounding(GroundingPolicy.off())
                .retryAfter(Duration.ZERO)
                .background(false));
        return switchedOn();
    }

    public Bank bankWithoutModel() {
        contract.openedWith(parts -> parts.noEmbedder());
        return switchedOn();
    }

    public Bank switchedOn() {
        SpaceSettings settings = contract.daybook().space("default").settings();
        contract.daybook()
                .space("default")
                .settings(settings.bank(settings.bank().enabled(true)));
        return contract.daybook().space("default").bank();
    }

    public SessionRef ada(String session) {
        return new SessionRef(contract.ada().scope(), session);
    }

    public SessionRef bob(String session) {
        return new SessionRef(contract.daybook().user("bob").scope(), session);
    }

    void say(SessionRef sessionRef, String id, OffsetDateTime at, String question, String answer) {
        contract.daybook()
                .space("default")
                .memory(sessionRef.scope())
                .remember(NewEpisode.of(Message.user(question), Message.assistant(answer))
                        .id(id)
                        .session(sessionRef.session())
                        .occurredAt(at));
    }

    /** Returns the data of the last request to the model. */
    public List<String> shown() {
        var requests = model.requests();
        return PromptData.parse(requests.get(requests.size() - 1).user()).stream()
                .flatMap(block -> lines(block).stream())
                .toList();
    }

    private static List<String> lines(PromptData block) {
        return block.name().equals("earlier_summary") ? List.of(block.text()) : block.items();
    }

    public static List<String> texts(List<Summary> summaries) {
        return summaries.stream().map(Summary::text).toList();
    }

    public static NewSummary entry(Level level, String text, OffsetDateTime last, int tokens) {
        return NewSummary.of(level, text)
                .period(level.period(last))
                .lastSourceAt(last)
                .tokens(tokens);
    }
}
