package dev.daybook.internal.context;

import dev.daybook.internal.context.SpokenText.Said;
import dev.daybook.internal.recall.ExchangeTrust;
import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.recall.MemorySearch.RecalledEpisodes;
import dev.daybook.internal.recall.TrustShare;
import dev.daybook.internal.recall.TrustShare.Standing;
import dev.daybook.internal.scoring.QuestionWords;
import dev.daybook.internal.scoring.RepeatedTexts;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.model.Trust;
import dev.daybook.outcome.Context.LeftOut;
import dev.daybook.outcome.Hit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The recalled messages of any session, with context expansion: about a third of the near misses of a search stand
 * within two turns of a hit. Packed by rank, shown by time, with the current session last. Behind the best messages,
 * statements stand for theirs ({@link RecalledStatements}).
 */
final class DetailSection {

    /** So many are shown by rank alone: the best hits are worth their length. */
    private static final int BY_RANK_ALONE = 5;

    /** Differences of a few ranks are noise. */
    private static final int SIMILAR_RANKS = 10;

    /** The part of the budget that messages have before statements stand for others. */
    private static final double WHOLE_MESSAGES = 0.4;

    private static final String REPEATED = "recalled, but a message with the same text stands for it";

    private final ContextMaterial material;
    private final ContextRequest contextRequest;
    private final Predicate<Place> shownElsewhere;
    private final Predicate<SpokenText> toldElsewhere;
    private final TokenBudget budget;
    private final RecalledStatements recalledStatements;
    private final RecalledStatements.Packing statements;
    private int total;
    private final QuestionWords words;

    /** All episodes read, shown or not. */
    private final Map<EntryRef, Episode> episodes = new HashMap<>();

    private final List<Hit> hits = new ArrayList<>();

    /** The messages of an assistant that count with those of the user. */
    private final Set<Place> answers = new HashSet<>();

    /** The number of messages that a message stands for, if there are several. */
    private final Map<Place, Integer> copies = new HashMap<>();

    /** The entries of messages that another message stands for. */
    private final Set<EntryRef> repeated = new HashSet<>();

    private final ToldTexts told = new ToldTexts();

    private double bestScore;

    /** The labels of the candidates. */
    private SectionLabels labels = SectionLabels.NONE;

    /** The shown messages, and the shown messages with less trust than an assistant. */
    private int places;

    private int lowTrust;

    /** Set if a more trusted message matches the prompt, shown or not. */
    private boolean trustedMatch;

    /** Set if a matching message of higher trust was too long. Its share must then stay unspent. */
    private boolean trustedDidNotFit;

    private final Map<EntryRef, Excerpt> packed = new LinkedHashMap<>();

    /** The number of messages under each header. */
    private final Map<SessionExcerpt, Integer> occasions = new HashMap<>();

    /** Counted once per header: another episode of the occasion may have another minute, which has the same length. */
    private final Map<SessionExcerpt, Integer> headerCosts = new HashMap<>();

    /** An episode with the indexes of its shown messages. */
    private record Excerpt(EntryRef ref, Episode episode, SessionExcerpt occasion, Set<Integer> messages) {}

    /**
     * @param shownElsewhere whether a message is shown as a recent turn of the current session
     * @param toldElsewhere whether it repeats one of these
     */
    DetailSection(
            ContextMaterial material,
            Predicate<Place> shownElsewhere,
            Predicate<SpokenText> toldElsewhere,
            TokenBudget budget) {
        this.material = material;
        this.contextRequest = material.asked();
        this.shownElsewhere = shownElsewhere;
        this.toldElsewhere = toldElsewhere;
        this.budget = budget;
        this.recalledStatements = material.sections().statements();
        this.statements = recalledStatements.packing(budget);
        this.total = budget.left();
        this.words = new QuestionWords(contextRequest.details().text());
    }

    void pack(RecalledEpisodes recalled) {
        hits.addAll(recalled.hits());
        answers.addAll(recalled.answers());
        List<Candidate> waiting = new ArrayList<>(candidates());
        trustedMatch = waiting.stream().anyMatch(this::isTrustedMatch);
        List<Place> best = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Optional<Candidate> next = next(waiting);
            if (next.isEmpty()) {
                break;
            }
            waiting.remove(next.get());
            if (show(next.get(), waiting)) {
                best.addAll(next.get().scored().alike());
            }
        }
        // The neighbours of a message at an earlier time are unknown.
        if (contextRequest.options().asOf() == null) {
            material.readBeside(best, episodes.keySet());
            best.forEach(this::addNeighbours);
        }
    }

    /**
     * A message that may be shown.
     *
     * @param cost without its header
     */
    private record Candidate(Scored scored, Episode episode, SessionExcerpt occasion, int rank, int cost) {

        Place place() {
            return scored.place();
        }

        boolean isTrusted() {
            return scored.standing().isTrusted();
        }
    }

    /** Returns the best of the next candidates. */
    private Optional<Candidate> next(List<Candidate> waiting) {
        boolean lowTrustWaits = trustedDidNotFit
                || waiting.stream().anyMatch(each -> !each.isTrusted())
                        && waiting.stream().anyMatch(this::isTrustedMatch);
        return waiting.stream()
                .filter(each -> !lowTrustWaits || each.isTrusted() || hasRoomForLowTrust())
                .max(Comparator.comparingDouble(this::priority));
    }

    /** Shows a message, or the statements that stand for it, and returns whether it is the message. */
    private boolean show(Candidate candidate, List<Candidate> others) {
        boolean isWhole = mayBeWhole(candidate, others) && add(candidate);
        boolean isStated = !isWhole && statements.standFor(candidate.place());
        boolean isShown = isWhole || !isStated && add(candidate);
        if (isShown || isStated) {
            places++;
            lowTrust += candidate.isTrusted() ? 0 : 1;
        } else if (isTrustedMatch(candidate)) {
            trustedDidNotFit = true;
        }
        return isShown;
    }

    private boolean add(Candidate candidate) {
        return add(candidate.place(), candidate.episode(), candidate.cost());
    }

    /**
     * Returns whether a message is one of the best, or leaves room for all others. Its words answer more than those of a
     * statement, which answers more than a message of a lower rank that would have no room.
     */
    private boolean mayBeWhole(Candidate candidate, List<Candidate> others) {
        return recalledStatements.isEmpty()
                || spent() < WHOLE_MESSAGES * total
                || candidate.cost()
                                + others.stream()
                                        .mapToInt(other -> recalledStatements.leastCost(other.place(), other.cost()))
                                        .sum()
                        <= budget.left();
    }

    private boolean isTrustedMatch(Candidate candidate) {
        return candidate.isTrusted() && candidate.scored().standing().matches(bestScore);
    }

    private boolean hasRoomForLowTrust() {
        return !keepsTrustShare() || TrustShare.hasRoom(lowTrust, places);
    }

    private boolean keepsTrustShare() {
        return TrustShare.appliesTo(contextRequest.details());
    }

    /**
     * Returns the rank of a candidate, corrected for its cost: the first ones go by rank alone, later ones of similar
     * rank by length, short before long. With statements rank alone decides, since one stands for a long message.
     */
    private double priority(Candidate candidate) {
        if (candidate.rank() < BY_RANK_ALONE || !recalledStatements.isEmpty()) {
            return Double.MAX_VALUE - candidate.rank();
        }
        int cost = candidate.cost() + costAbove(candidate.occasion(), candidate.episode());
        return 1 / ((candidate.rank() + SIMILAR_RANKS) * Math.sqrt(cost));
    }

    private List<Candidate> candidates() {
        List<Candidate> candidates = new ArrayList<>();
        List<Scored> messages = messages();
        labels = SectionLabels.ofTurns(
                messages.stream().map(Scored::trust).flatMap(Optional::stream).toList());
        for (Scored scored : messages) {
            Episode episode = (Episode) scored.hit().entry();
            Place place = scored.place();
            episodes.put(place.entry(), episode);
            if (hasText(place, episode)) {
                SessionExcerpt sessionExcerpt = SessionExcerpt.of(
                        episode, contextRequest.isCurrentSession(place.entry().scope(), episode));
                candidates.add(new Candidate(scored, episode, sessionExcerpt, candidates.size(), cost(place, episode)));
            }
        }
        return candidates;
    }

    /** A message without text is no turn to quote, as in {@link EarlierTurns}. */
    private static boolean hasText(Place place, Episode episode) {
        return place.index() < episode.messages().size()
                && !episode.messages().get(place.index()).shownText().isEmpty();
    }

    /** @param alike the places of the messages that this one stands for, whose neighbours belong to it */
    private record Scored(Hit hit, Place place, Standing standing, List<Place> alike) {

        double score() {
            return standing.score();
        }

        /** Returns the trust of the message; empty if its episode no longer has it. */
        Optional<Trust> trust() {
            return hit.entry() instanceof Episode episode
                            && place.index() < episode.messages().size()
                    ? Optional.of(episode.trustOf(place.index()))
                    : Optional.empty();
        }

        Scored counted(RepeatedTexts repeated) {
            return new Scored(hit, place, standing.counted(repeated, place, () -> text(hit, place.index())), alike);
        }
    }

    /**
     * Returns as many messages as there are hits, by their own scores and the trust share. A session gives the same
     * details whether it was recorded in pairs or turn by turn.
     */
    private List<Scored> messages() {
        List<Scored> all = new ArrayList<>();
        for (Hit hit : hits) {
            if (hit.messages().isEmpty()) {
                all.add(scored(hit, 0, hit.score()));
            }
            hit.messages().forEach(message -> all.add(scored(hit, message.index(), message.score())));
        }
        all.removeIf(scored -> shownElsewhere.test(scored.place()));
        all.sort(Comparator.comparingDouble(Scored::score).reversed());
        List<Scored> messages = eachOnce(all);
        bestScore = messages.isEmpty() ? 0 : messages.get(0).score();
        if (!keepsTrustShare()) {
            return messages.subList(0, Math.min(messages.size(), hits.size()));
        }
        RepeatedTexts repeatedTexts = new RepeatedTexts();
        messages.replaceAll(scored -> scored.counted(repeatedTexts));
        return TrustShare.order(messages, Scored::standing, Scored::place, hits.size());
    }

    /** Returns the messages with one for each text: the newest of the most trusted, in the place of the best of these. */
    private List<Scored> eachOnce(List<Scored> messages) {
        Map<Said, List<Scored>> groups = new HashMap<>();
        messages.forEach(scored -> statement(scored)
                .ifPresent(text -> groups.computeIfAbsent(text.said(), unseen -> new ArrayList<>())
                        .add(scored)));
        groups.replaceAll((said, group) -> mostTrusted(group));
        List<Scored> once = new ArrayList<>();
        for (Scored scored : messages) {
            Optional<SpokenText> text = statement(scored);
            List<Scored> counted = text.map(known -> groups.getOrDefault(known.said(), List.of()))
                    .orElse(List.of(scored));
            if (counted.get(0) == scored && text.filter(toldElsewhere).isEmpty()) {
                once.add(standing(counted));
            } else {
                repeated.add(scored.place().entry());
            }
        }
        return once;
    }

    private static List<Scored> mostTrusted(List<Scored> group) {
        Trust most = group.stream()
                .flatMap(scored -> scored.trust().stream())
                .min(Trust::compareTo)
                .orElse(Trust.UNKNOWN);
        return group.stream()
                .filter(scored -> scored.trust().equals(Optional.of(most)))
                .toList();
    }

    private Scored standing(List<Scored> counted) {
        Scored newest = counted.stream()
                .max(Comparator.comparing(
                                (Scored scored) -> scored.hit().occurredAt().toInstant())
                        .thenComparing(scored -> scored.hit().entry().position()))
                .orElseThrow();
        int all = counted.stream().mapToInt(scored -> scored.hit().copies()).sum();
        if (all > 1) {
            copies.put(newest.place(), all);
        }
        List<Place> alike = counted.stream().map(Scored::place).toList();
        return new Scored(newest.hit(), newest.place(), counted.get(0).standing(), alike);
    }

    /** Returns what a message states; empty if each message is shown, or this one may answer a question. */
    private Optional<SpokenText> statement(Scored scored) {
        return scored.hit().entry() instanceof Episode episode ? statement(scored.place(), episode) : Optional.empty();
    }

    private Optional<SpokenText> statement(Place place, Episode episode) {
        return hasText(place, episode)
                ? material.spoken(place, episode).filter(text -> !text.mayAnswer())
                : Optional.empty();
    }

    private Scored scored(Hit hit, int index, double score) {
        Place place = new Place(ref(hit), index);
        Trust trust = answers.contains(place) ? Trust.USER : ExchangeTrust.spoken(hit, index);
        return new Scored(hit, place, new Standing(score, trust, () -> words.match(text(hit, index))), List.of(place));
    }

    private static String text(Hit hit, int index) {
        return hit.entry() instanceof Episode episode
                        && index < episode.messages().size()
                ? episode.messages().get(index).shownText()
                : hit.text();
    }

    private void addNeighbours(Place place) {
        for (Place neighbour : material.neighbours(place)) {
            Optional<Episode> episode =
                    Optional.ofNullable(episodes.get(neighbour.entry())).or(() -> material.shown(neighbour.entry()));
            episode.filter(found -> mayShow(neighbour, found)).ifPresent(found -> {
                episodes.putIfAbsent(neighbour.entry(), found);
                boolean isTold = statement(neighbour, found)
                        .filter(text -> told.tells(text) || toldElsewhere.test(text))
                        .isPresent();
                if (hasText(neighbour, found) && !shows(neighbour) && !isTold) {
                    addNeighbour(neighbour, found);
                }
            });
        }
    }

    private void addNeighbour(Place place, Episode episode) {
        boolean isTrusted = TrustShare.isTrusted(episode.trustOf(place.index()));
        if ((isTrusted || !trustedMatch || hasRoomForLowTrust()) && add(place, episode, cost(place, episode))) {
            places++;
            lowTrust += isTrusted ? 0 : 1;
        }
    }

    /** Returns whether a neighbour may be shown. The search did not filter it, so the filters apply here. */
    private boolean mayShow(Place place, Episode episode) {
        return contextRequest.mayShow(place.entry().scope(), episode) && !shownElsewhere.test(place);
    }

    private boolean add(Place place, Episode episode, int cost) {
        if (shows(place)) {
            return true;
        }
        SessionExcerpt sessionExcerpt = SessionExcerpt.of(
                episode, contextRequest.isCurrentSession(place.entry().scope(), episode));
        if (!budget.spend(cost + costAbove(sessionExcerpt, episode))) {
            return false;
        }
        material.spoken(place, episode).ifPresent(told::tell);
        occasions.merge(sessionExcerpt, 1, Integer::sum);
        packed.computeIfAbsent(place.entry(), ref -> new Excerpt(ref, episode, sessionExcerpt, new TreeSet<>()))
                .messages
                .add(place.index());
        return true;
    }

    private int cost(Place place, Episode episode) {
        return budget.cost(turn(place, episode));
    }

    private String turn(Place place, Episode episode) {
        String turn = DataFrame.turn(episode, place.index(), labels);
        return DataFrame.repeated(turn, copies.getOrDefault(place, 1), episode);
    }

    /** Returns whether a message repeats one that is shown here. */
    boolean tells(SpokenText text) {
        return told.tells(text);
    }

    /** Returns the extra cost of the first message of an occasion: its header, and the heading if there is none yet. */
    private int costAbove(SessionExcerpt sessionExcerpt, Episode episode) {
        if (occasions.containsKey(sessionExcerpt)) {
            return 0;
        }
        boolean hasHeading = occasions.keySet().stream()
                .anyMatch(each -> each.inCurrentSession() == sessionExcerpt.inCurrentSession());
        int header = headerCosts.computeIfAbsent(
                sessionExcerpt, unseen -> budget.cost(DataFrame.header(sessionExcerpt, episode)));
        return header + (hasHeading ? 0 : budget.cost(heading(sessionExcerpt)));
    }

    private String heading(SessionExcerpt sessionExcerpt) {
        return labels.heading(
                sessionExcerpt.inCurrentSession() ? DataFrame.EARLIER_HEADING : DataFrame.DETAILS_HEADING);
    }

    boolean shows(Place place) {
        return shown(place).isPresent();
    }

    /** Returns a message if it is shown. */
    Optional<Message> shown(Place place) {
        return Optional.ofNullable(packed.get(place.entry()))
                .filter(excerpt -> excerpt.messages.contains(place.index()))
                .map(excerpt -> excerpt.episode.messages().get(place.index()));
    }

    /** Returns the minimum cost of a shown message. The last message of an occasion includes its header. */
    int cost(Place place) {
        Excerpt excerpt = packed.get(place.entry());
        return excerpt == null ? 0 : cost(place, excerpt.episode);
    }

    /** Removes a message if it is shown. */
    void remove(Place place) {
        Excerpt excerpt = packed.get(place.entry());
        if (excerpt == null || !excerpt.messages.remove(place.index())) {
            return;
        }
        if (excerpt.messages.isEmpty()) {
            packed.remove(place.entry());
        }
        occasions.computeIfPresent(excerpt.occasion, (sessionExcerpt, messages) -> messages == 1 ? null : messages - 1);
        budget.refund(cost(place, excerpt.episode) + costAbove(excerpt.occasion, excerpt.episode));
    }

    /** Returns the tokens of the messages and of the statements. */
    int spent() {
        return total - budget.left();
    }

    /** Lowers the budget, of which others have taken a part. */
    void limit(int tokens) {
        budget.spend(total - tokens);
        total = tokens;
    }

    /**
     * Returns the statements, once the messages are packed.
     *
     * @param shown returns a message that is shown, here or elsewhere; empty for others
     */
    EntrySection statements(Function<Place, Optional<Message>> shown) {
        return statements.complete(shown);
    }

    String text() {
        List<String> lines = new ArrayList<>();
        SessionExcerpt last = null;
        for (Excerpt excerpt : inOrder()) {
            if (last == null || last.inCurrentSession() != excerpt.occasion.inCurrentSession()) {
                lines.add(heading(excerpt.occasion));
            }
            if (!excerpt.occasion.equals(last)) {
                lines.add(DataFrame.header(excerpt.occasion, excerpt.episode));
                last = excerpt.occasion;
            }
            excerpt.messages.forEach(index -> lines.add(turn(new Place(excerpt.ref, index), excerpt.episode)));
        }
        return String.join("\n", lines);
    }

    List<EntryRef> shown() {
        return inOrder().stream().map(Excerpt::ref).toList();
    }

    /** Returns the excerpts by time, those under one header together. */
    private List<Excerpt> inOrder() {
        return packed.values().stream()
                .sorted(Comparator.comparing((Excerpt excerpt) -> excerpt.occasion.inCurrentSession())
                        .thenComparing(excerpt -> excerpt.occasion.since().toInstant())
                        .thenComparing(excerpt -> String.valueOf(excerpt.episode.session()))
                        .thenComparing(excerpt -> excerpt.episode.occurredAt().toInstant())
                        .thenComparingLong(excerpt -> excerpt.episode.position()))
                .toList();
    }

    List<LeftOut> leftOut() {
        return hits.stream()
                .map(DetailSection::ref)
                .filter(ref -> !packed.containsKey(ref))
                .map(ref -> new LeftOut(ref, repeated.contains(ref) ? REPEATED : "recalled, but the budget is spent"))
                .toList();
    }

    private static EntryRef ref(Hit hit) {
        return new EntryRef(hit.scope(), hit.kind(), hit.id());
    }
}
