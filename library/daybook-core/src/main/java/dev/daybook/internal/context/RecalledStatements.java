package dev.daybook.internal.context;

import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Message;
import dev.daybook.model.Statement;
import dev.daybook.outcome.Hit;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The statements recalled for a prompt. A statement says in one sentence what its message says in several, and without a
 * header, so behind the best messages it stands for its message: a small context has what more messages say.
 */
final class RecalledStatements {

    /**
     * The number of words that a statement has and its messages do not, from which the statement says more. One such word
     * is often another form of a word of the messages. A statement that says who "she" is, or where "there" is, has two.
     */
    private static final int MORE_WORDS = 2;

    private static final String REPEATED = "the messages that it follows from are shown, and it says no more";

    private final List<Piece> pieces;
    private final Map<Place, List<Piece>> byMessage = new HashMap<>();
    private final String heading;
    private final TokenCounter counter;

    /** A statement and its text in the context. */
    private record Piece(EntryRef entry, Statement statement, String text) {

        List<Place> places() {
            return statement.messages().stream()
                    .map(message -> new Place(message.episode(), message.index()))
                    .toList();
        }

        /** @param shown returns a message that is shown; empty for others */
        boolean repeats(Function<Place, Optional<Message>> shown) {
            List<Message> messages = places().stream()
                    .flatMap(place -> shown.apply(place).stream())
                    .toList();
            return messages.size() == statement.messages().size() && !saysMoreThan(messages);
        }

        private boolean saysMoreThan(List<Message> messages) {
            MessageLanguage language = MessageLanguage.of(statement.sentence());
            Set<String> words = new LinkedHashSet<>(language.terms(statement.sentence()));
            for (Message message : messages) {
                language.terms(message.speaker() + " " + message.shownText()).forEach(words::remove);
            }
            return words.size() >= MORE_WORDS;
        }
    }

    /** @param hits facts with a statement and its messages */
    RecalledStatements(List<Hit> hits, LowTrust lowTrust, TokenCounter counter) {
        SectionLabels labels =
                SectionLabels.ofItems(hits.stream().map(Hit::entry).toList());
        this.pieces = hits.stream()
                .flatMap(hit -> piece(hit, lowTrust, labels).stream())
                .toList();
        pieces.forEach(piece -> piece.places()
                .forEach(place -> byMessage
                        .computeIfAbsent(place, unseen -> new ArrayList<>())
                        .add(piece)));
        this.heading = labels.heading(DataFrame.STATEMENTS_HEADING);
        this.counter = counter;
    }

    private static Optional<Piece> piece(Hit hit, LowTrust lowTrust, SectionLabels labels) {
        Fact fact = (Fact) hit.entry();
        return Optional.ofNullable(fact.statement())
                .map(statement -> new Piece(
                        new EntryRef(hit.scope(), hit.kind(), hit.id()),
                        statement,
                        DataFrame.item(hit, lowTrust, labels)));
    }

    boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns the tokens of the first statement of a message, or those of the message if they are fewer. */
    int leastCost(Place place, int ofMessage) {
        return byMessage.getOrDefault(place, List.of()).stream()
                .findFirst()
                .map(piece -> Math.min(ofMessage, TokenBudget.cost(counter, piece.text())))
                .orElse(ofMessage);
    }

    /** Starts a packing of the statements into the budget of the messages. */
    Packing packing(TokenBudget budget) {
        return new Packing(new EntrySection(BudgetShare.FACTS.section(), heading, budget));
    }

    /** One packing of the statements. */
    final class Packing {

        private final EntrySection section;
        private final Set<Piece> shown = new LinkedHashSet<>();

        private Packing(EntrySection section) {
            this.section = section;
        }

        /** Shows the statements of a message, as many as fit, and returns whether there is one. */
        boolean standFor(Place place) {
            boolean stands = false;
            for (Piece piece : byMessage.getOrDefault(place, List.of())) {
                stands |= shown.contains(piece) || show(piece);
            }
            return stands;
        }

        private boolean show(Piece piece) {
            return section.show(List.of(piece.entry()), piece.text()) && shown.add(piece);
        }

        /**
         * Shows further statements, but none that says no more than the shown messages.
         *
         * @param messages returns a message that is shown; empty for others
         */
        EntrySection complete(Function<Place, Optional<Message>> messages) {
            List<Piece> repeated =
                    pieces.stream().filter(piece -> piece.repeats(messages)).toList();
            repeated.stream().filter(shown::contains).forEach(piece -> section.remove(piece.entry(), piece.text()));
            pieces.stream()
                    .filter(piece -> !shown.contains(piece) && !repeated.contains(piece))
                    .forEach(piece -> section.offer(List.of(piece.entry()), piece.text()));
            repeated.forEach(piece -> section.leaveOut(piece.entry(), REPEATED));
            return section;
        }
    }
}
