package dev.daybook.internal.statements;

import dev.daybook.internal.consolidate.Derivation;
import dev.daybook.internal.consolidate.DerivationAttempt;
import dev.daybook.internal.consolidate.DerivationContext;
import dev.daybook.internal.consolidate.Proposal;
import dev.daybook.internal.consolidate.Proposal.Read;
import dev.daybook.internal.consolidate.RunUrgency;
import dev.daybook.internal.inference.ModelCaller;
import dev.daybook.internal.ledger.DerivedStates;
import dev.daybook.internal.ledger.EntryLedger.Change;
import dev.daybook.internal.ledger.RejectedStatements;
import dev.daybook.internal.statements.FactExtractor.Reading;
import dev.daybook.internal.statements.WindowCutter.Cut;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.Scope;
import dev.daybook.query.FactQuery;
import dev.daybook.store.EntryKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Derives facts from episodes, in windows: one call of the model reads about 2,000 tokens of new messages. Each episode
 * is read once, in order of writing, and again after a change. If the model fails, facts found by rules serve until it
 * answers; the episodes of the window get attempts of their own, and are read again in smaller and smaller windows, so
 * that one on which the model fails does not block the others.
 */
public final class FactDerivation implements Derivation {

    static final String NAME = DerivedStates.FACTS;

    /** The subject of all episodes after the watermark; other subjects are ids of episodes to be read again. */
    private static final String ALL = "";

    /** Rules take no time. */
    private static final int EPISODES_WITHOUT_MODEL = 200;

    /** The episodes of a window that is read again, halved with each further failure. */
    private static final int EPISODES_AGAIN = 8;

    /** Enough to understand a talk; each is a line of every prompt. */
    private static final int KNOWN = 10;

    private static final int KNOWN_TOKENS = 150;

    private final DerivationContext derivationContext;
    private final ChangedEpisodes changedEpisodes;
    private final WindowCutter windowCutter;
    private final FactExtractor reader;

    public FactDerivation(DerivationContext derivationContext) {
        this.derivationContext = derivationContext;
        this.reader = new FactExtractor(derivationContext);
        this.changedEpisodes = new ChangedEpisodes(derivationContext);
        this.windowCutter = new WindowCutter(derivationContext, changedEpisodes);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isOver(String subject) {
        return !subject.equals(ALL);
    }

    @Override
    public List<String> due(Scope scope, RunUrgency urgency) {
        List<String> due = new ArrayList<>();
        Map<String, DerivationAttempt> attempts = derivationContext.attempts().all(scope, NAME);
        attempts.forEach((subject, attempt) -> {
            if (!subject.equals(ALL) && (urgency.isDemanded() || !attempt.mustWait(now()))) {
                due.add(subject);
            }
        });
        if (isDue(scope, attempts.getOrDefault(ALL, DerivationAttempt.NONE).watermark(), urgency)) {
            due.add(ALL);
        }
        return due;
    }

    private boolean isDue(Scope scope, long watermark, RunUrgency urgency) {
        if (derivationContext.asker().isEmpty() && urgency != RunUrgency.BACKGROUND) {
            return !changedEpisodes.since(scope, watermark, 1).isEmpty();
        }
        return windowCutter
                .next(scope, watermark, urgency)
                .filter(cut -> cut.isClosed(now())
                        || urgency != RunUrgency.BACKGROUND && !cut.episodes().isEmpty())
                .isPresent();
    }

    private Instant now() {
        return derivationContext.ledger().now().toInstant();
    }

    @Override
    public long calls(Scope scope) {
        long watermark = derivationContext.attempts().find(scope, NAME, ALL).watermark();
        return windowCutter.count(scope, watermark);
    }

    @Override
    public Optional<Instant> awaited(Scope scope) {
        long watermark = derivationContext.attempts().find(scope, NAME, ALL).watermark();
        return windowCutter
                .next(scope, watermark, RunUrgency.BACKGROUND)
                .filter(cut -> !cut.isClosed(now()))
                .map(Cut::due);
    }

    @Override
    public Proposal propose(Scope scope, String subject, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        if (!subject.equals(ALL)) {
            return proposeAgain(scope, subject, attempt, modelCaller);
        }
        Optional<Cut> next = modelCaller == null ? all(scope, attempt.watermark()) : cut(scope, attempt.watermark());
        return next.map(cut -> proposal(scope, cut.episodes(), cut.watermark(), modelCaller))
                .orElseGet(() -> Proposal.nothing(attempt.watermark(), "no new episode", 0));
    }

    /** On request a question is read without its answer, but not together with what is complete. */
    private Optional<Cut> cut(Scope scope, long watermark) {
        return windowCutter
                .next(scope, watermark, RunUrgency.BACKGROUND)
                .filter(cut -> !cut.episodes().isEmpty())
                .or(() -> windowCutter.next(scope, watermark, RunUrgency.DEMANDED));
    }

    private Optional<Cut> all(Scope scope, long watermark) {
        List<ChangedEpisodes.Changed> changed = changedEpisodes.since(scope, watermark, EPISODES_WITHOUT_MODEL);
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        List<EntryKey> keys = changed.stream().map(ChangedEpisodes.Changed::key).toList();
        return Optional.of(new Cut(
                windowCutter.read(scope, keys), changed.get(changed.size() - 1).revision(), null));
    }

    private Proposal proposal(Scope scope, List<Episode> episodes, long watermark, @Nullable ModelCaller modelCaller) {
        Reading reading = read(scope, episodes, modelCaller);
        Proposal proposal = proposal(scope, reading, watermark);
        return reading.failure().isEmpty()
                ? proposal
                : proposal.retriedAs(episodes.stream().map(Episode::id).toList());
    }

    private Proposal proposeAgain(
            Scope scope, String id, DerivationAttempt attempt, @Nullable ModelCaller modelCaller) {
        List<Episode> episodes = again(scope, id, attempt);
        if (episodes.isEmpty()) {
            return Proposal.nothing(0, "the episode is gone", 0);
        }
        List<String> joined = episodes.stream()
                .map(Episode::id)
                .filter(other -> !other.equals(id))
                .toList();
        return proposal(scope, read(scope, episodes, modelCaller), 0).joining(joined);
    }

    /** Returns the episode with others that failed as often as it did, behind it in the order of writing. */
    private List<Episode> again(Scope scope, String id, DerivationAttempt attempt) {
        boolean waits = attempt.mustWait(now());
        List<EntryKey> others = derivationContext.attempts().all(scope, NAME).entrySet().stream()
                .filter(other -> !other.getKey().equals(ALL))
                .filter(other -> other.getValue().failures() == attempt.failures()
                        && other.getValue().mustWait(now()) == waits)
                .map(other -> new EntryKey(Kind.EPISODE, other.getKey()))
                .toList();
        List<Episode> window = new ArrayList<>();
        int max = Math.max(1, EPISODES_AGAIN >> Math.max(0, attempt.failures() - 1));
        long tokens = 0;
        for (Episode episode : windowCutter.read(scope, others)) {
            boolean isFirst = window.isEmpty() && episode.id().equals(id);
            tokens += isFirst || !window.isEmpty() ? windowCutter.tokens(episode) : 0;
            boolean fits = window.size() < max
                    && tokens <= derivationContext.extraction().windowTokens();
            if (isFirst || !window.isEmpty() && fits) {
                window.add(episode);
            }
        }
        return window;
    }

    private Reading read(Scope scope, List<Episode> episodes, @Nullable ModelCaller modelCaller) {
        if (modelCaller == null || episodes.isEmpty()) {
            return reader.read(scope, ExtractionWindow.of(episodes, List.of()), modelCaller);
        }
        Set<String> own = episodes.stream().map(Episode::id).collect(Collectors.toSet());
        List<WindowMessage> earlier = windowCutter.before(scope, episodes.get(0)).stream()
                .filter(message -> !own.contains(message.episode().id()))
                .toList();
        ExtractionWindow window = ExtractionWindow.of(episodes, earlier);
        return reader.read(scope, window.knowing(known(scope, window)), modelCaller);
    }

    /** Returns the newest open facts about the people who speak. */
    private List<Fact> known(Scope scope, ExtractionWindow window) {
        Set<String> people = new HashSet<>(Set.of(Message.USER));
        window.messages().forEach(message -> people.add(LetterCase.lower(message.speaker())));
        Set<EntryRef> own = window.episodes().stream()
                .map(episode -> new EntryRef(scope, Kind.EPISODE, episode.id()))
                .collect(Collectors.toSet());
        AtomicInteger tokens = new AtomicInteger();
        return derivationContext.facts().list(scope, FactQuery.all().validAt(now())).stream()
                .filter(fact -> people.contains(LetterCase.lower(fact.subject())))
                .filter(fact -> fact.sources().stream().noneMatch(own::contains))
                .limit(KNOWN)
                .takeWhile(fact -> tokens.addAndGet(derivationContext.counter().count(fact.sentence())) <= KNOWN_TOKENS)
                .toList();
    }

    private Proposal proposal(Scope scope, Reading reading, long watermark) {
        List<Read> read = reading.window().read().stream()
                .map(episode -> new Read(new EntryRef(scope, Kind.EPISODE, episode.id()), episode.revision()))
                .toList();
        FactReplacement replacement = new FactReplacement(
                derivationContext.facts(), scope, reading.window().episodes());
        Consumer<Change> write = change -> {
            replacement.write(reading.facts(), change);
            writeRejected(scope, reading, change);
        };
        return reading.failure().isEmpty()
                ? Proposal.done(watermark, read, write, reading.detail(), reading.tokens())
                : Proposal.fallback(watermark, read, write, reading.detail(), reading.tokens());
    }

    /** Keeps the rejected statements, unless a known fact that the model may have repeated was forgotten meanwhile. */
    private void writeRejected(Scope scope, Reading reading, Change change) {
        Set<EntryKey> episodes = keys(reading.window().episodes());
        Set<EntryKey> read = keys(reading.window().read());
        List<EntryKey> known = reading.window().knownKeys();
        read.addAll(known);
        boolean isAllThere = derivationContext.ledger().present(scope, known).size() == known.size();
        RejectedStatements.replace(
                derivationContext.store(),
                scope,
                change,
                episodes,
                new RejectedStatements.Window(List.copyOf(read), isAllThere ? reading.rejected() : List.of()));
    }

    private static Set<EntryKey> keys(List<Episode> episodes) {
        return episodes.stream()
                .map(episode -> new EntryKey(Kind.EPISODE, episode.id()))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }
}
