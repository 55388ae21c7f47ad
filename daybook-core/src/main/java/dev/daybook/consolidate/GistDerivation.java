package dev.daybook.consolidate;

import dev.daybook.ask.Answer;
import dev.daybook.ask.Asker;
import dev.daybook.ask.Prompt;
import dev.daybook.ask.TextForm;
import dev.daybook.codec.EntryCodec;
import dev.daybook.consolidate.Proposal.Read;
import dev.daybook.data.Episode;
import dev.daybook.data.Kind;
import dev.daybook.data.Message;
import dev.daybook.data.Method;
import dev.daybook.data.ModelException;
import dev.daybook.data.Origin;
import dev.daybook.data.Ref;
import dev.daybook.data.Scope;
import dev.daybook.data.Summary;
import dev.daybook.data.Trust;
import dev.daybook.extract.Gist;
import dev.daybook.remember.SummaryWriter;
import dev.daybook.spi.DataBlock;
import dev.daybook.spi.Scan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The gist of each conversation, from the earlier gist and the turns since, some turns at a time. The turns stay: a gist
 * stands beside them.
 */
final class GistDerivation implements Derivation {

    private static final String NAME = "gist";

    /**
     * So many new episodes make a new gist worth while, and so many go into one call: with fewer a gist costs more than the
     * turns it spares, and more do not fit the window of a small model.
     */
    static final int EPISODES = 20;

    /** Five sentences, as the prompt asks for, with room for long ones. */
    private static final int MAX_CHARACTERS = 2_000;

    private static final int MAX_TOKENS = 250;

    private final Means means;
    private final SummaryWriter summaries;
    private final SessionChanges changes;

    GistDerivation(Means means, SummaryWriter summaries) {
        this.means = means;
        this.summaries = summaries;
        this.changes = new SessionChanges(means.store());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> due(Scope scope, boolean demanded) {
        Map<String, Attempt> attempts = means.attempts().all(scope, NAME);
        Map<String, Long> marks = new HashMap<>();
        attempts.forEach((session, attempt) -> marks.put(session, attempt.watermark()));
        Set<String> due = new TreeSet<>();
        changes.count(scope, marks).forEach((session, fresh) -> {
            if (fresh >= EPISODES || demanded) {
                due.add(session);
            }
        });
        attempts.forEach((session, attempt) -> {
            if (attempt.provisional()) {
                due.add(session);
            }
            if (!demanded && attempt.mustWait(means.ledger().now().toInstant())) {
                due.remove(session);
            }
        });
        return List.copyOf(due);
    }

    @Override
    public Proposal propose(Scope scope, String session, Attempt attempt) {
        List<Episode> episodes = means.ledger().all(scope, Scan.of(Kind.EPISODE).in(session)).stream()
                .map(stored -> (Episode) EntryCodec.decode(stored))
                .toList();
        long watermark = episodes.stream().mapToLong(Episode::revision).max().orElse(0);
        if (episodes.isEmpty()) {
            return Proposal.nothing(watermark, "the session is gone", 0);
        }
        Draft draft = new Draft(base(scope, session, episodes), 0, Optional.empty());
        if (draft.base.upTo() == last(episodes) && draft.base.method() != Method.EXTRACTIVE) {
            return Proposal.nothing(watermark, "the gist stands for the whole session already", 0);
        }
        draft = means.asker().isPresent() ? asked(draft, episodes, means.asker().get()) : draft;
        List<Episode> left = after(episodes, draft.base.upTo());
        Base end = left.isEmpty() ? draft.base : extracted(draft.base, left);
        if (end.text().isBlank()) {
            return Proposal.nothing(watermark, "there are no words to sum up", draft.tokens);
        }
        List<Read> read = episodes.stream()
                .map(episode -> new Read(new Ref(scope, Kind.EPISODE, episode.id()), episode.revision()))
                .toList();
        String writer =
                end.method() == Method.MODEL ? means.asker().map(Asker::model).orElse(null) : "extract";
        SummaryWriter.Gist gist = new SummaryWriter.Gist(
                session,
                end.text(),
                end.upTo(),
                episodes,
                end.method(),
                new Origin(Origin.Source.DERIVATION, writer),
                episodes.stream().map(Episode::trust).reduce(Trust.SYSTEM, Trust::least));
        String detail = episodes.size() + " episodes"
                + draft.failure.map(why -> "; the model failed: " + why).orElse("");
        return draft.failure.isPresent()
                ? Proposal.fallback(
                        watermark, read, change -> summaries.post(change, scope, gist), detail, draft.tokens)
                : Proposal.done(watermark, read, change -> summaries.post(change, scope, gist), detail, draft.tokens);
    }

    /** A gist to go on from: its text, and the position of the last episode it stands for. */
    private record Base(String text, long upTo, Method method) {}

    /** How far the model has come, what it has cost, and why it did not come further. */
    private record Draft(Base base, long tokens, Optional<String> failure) {}

    /**
     * The last gist that holds: by the model if there is one, so that after a failure it goes on from where it would have
     * gone on without. An episode that was overwritten since leaves none.
     */
    private Base base(Scope scope, String session, List<Episode> episodes) {
        return summaries.history(scope, session).stream()
                .filter(gist -> means.asker().isEmpty() || gist.method() != Method.EXTRACTIVE)
                .filter(gist -> episodes.stream()
                        .noneMatch(
                                episode -> episode.position() <= gist.upTo() && episode.revision() > gist.revision()))
                .max(Comparator.comparingLong(Summary::revision))
                .map(gist -> new Base(gist.text(), gist.upTo(), gist.method()))
                .orElse(new Base("", 0, Method.MODEL));
    }

    private static long last(List<Episode> episodes) {
        return episodes.stream().mapToLong(Episode::position).max().orElse(0);
    }

    private static List<Episode> after(List<Episode> episodes, long upTo) {
        return episodes.stream().filter(episode -> episode.position() > upTo).toList();
    }

    /** Always the same turns together, however many are waiting: so the answers do not depend on when it was asked. */
    private Draft asked(Draft begun, List<Episode> episodes, Asker asker) {
        Draft draft = begun;
        for (List<Episode> left = after(episodes, draft.base.upTo());
                !left.isEmpty() && draft.failure.isEmpty();
                left = after(episodes, draft.base.upTo())) {
            draft = further(draft, left.subList(0, Math.min(EPISODES, left.size())), asker);
        }
        return draft;
    }

    private Draft further(Draft draft, List<Episode> turns, Asker asker) {
        List<String> lines = lines(turns);
        if (lines.isEmpty()) {
            return new Draft(new Base(draft.base.text(), last(turns), Method.MODEL), draft.tokens, Optional.empty());
        }
        Prompt prompt = asker.prompt(NAME);
        if (!draft.base.text().isEmpty()) {
            prompt = prompt.with(DataBlock.text("earlier_gist", draft.base.text()));
        }
        Answer<String> answer;
        try {
            answer = asker.ask(prompt.with(DataBlock.list("new_turns", lines)), TextForm.atMost(MAX_CHARACTERS));
        } catch (ModelException failure) {
            return new Draft(
                    draft.base, draft.tokens, Optional.of(failure.trouble().name()));
        }
        long tokens = draft.tokens + answer.tokens();
        return answer.match(
                value -> isGrounded(value.get(), draft.base.text(), lines)
                        ? new Draft(new Base(value.get(), last(turns), Method.MODEL), tokens, Optional.empty())
                        : new Draft(draft.base, tokens, Optional.of("its text does not rest on the conversation")),
                failed -> new Draft(draft.base, tokens, Optional.of(failed.reason())));
    }

    private boolean isGrounded(String text, String earlier, List<String> lines) {
        List<String> sources = new ArrayList<>(lines);
        sources.add(earlier);
        return means.grounding().check(text, sources).holds();
    }

    private Base extracted(Base base, List<Episode> left) {
        List<Message> messages = shown(left).stream()
                .flatMap(episode -> episode.messages().stream())
                .toList();
        Gist gist = Gist.rolling(base.text(), messages, MAX_TOKENS, means.counter());
        return new Base(gist.text(), last(left), Method.EXTRACTIVE);
    }

    private static List<String> lines(List<Episode> turns) {
        return shown(turns).stream()
                .flatMap(episode -> episode.messages().stream())
                .filter(message -> !message.text().isBlank())
                .map(message -> message.speaker() + ": " + message.text())
                .toList();
    }

    /** A secret is kept where it was said, and nowhere else. */
    private static List<Episode> shown(List<Episode> episodes) {
        return episodes.stream().filter(episode -> !episode.sensitive()).toList();
    }
}
