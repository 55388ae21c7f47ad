package dev.daybook.internal.context;

import dev.daybook.internal.recall.MemorySearch.Place;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Message;
import dev.daybook.model.Statement;
import dev.daybook.outcome.Hit;
import dev.daybook.query.SpaceSettings.LowTrust;
import dev.daybook.spi.TokenCounter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The statements recalled for a prompt. A statement says in one sentence what its messages say in several, so a small
 * context that spends a part on statements has the words of more messages. Messages are packed first, and a statement that
 * says nothing more than its shown messages is left out.
 */
final class RecalledStatements {

    /**
     * The number of words that a statement has and its messages do not, from which the statement says more. One such word
     * is often another form of a word of the messages. A statement that says who "she" is, or where "there" is, has two.
     */
    private static final int MORE_WORDS = 2;

    private static final String REPEATED = "the messages that it follows from are shown, and it says no more";

    private final List<Piece> pieces;
    private final String heading;
    private final TokenCounter counter;

    /** The tokens of all statements. */
    private final int needed;

    /** A statement and its text in the context. */
    private record Piece(EntryRef entry, Statement statement, String text) {

        /** @param shown returns a message that is shown; empty for others */
        boolean repeats(Function<Place, Optional<Message>> shown) {
            List<Message> messages = statement.messages().stream()
                    .flatMap(message -> shown.apply(new Place(message.episode(), message.index())).stream())
                    .toList();
            return !messages.isEmpty()
                    && messages.size() == statement.messages().size()
                    && !saysMoreThan(messages);
        }

        private boolean saysMoreThan(List<Message> messages) {
            MessageLanguage language = MessageLanguage.of(statement.sentence());
            Set<String> words = new HashSet<>(language.terms(statement.sentence()));
            for (Message message : messages) {
                language.terms(message.speaker() + " " + message.text()).forEach(words::remove);
            }
            return words.size() >= MORE_WORDS;
        }
    }

    /** @param hits facts, of which those with a statement are shown */
    RecalledStatements(List<Hit> hits, LowTrust lowTrust, TokenCounter counter) {
        List<Hit> shown =
                hits.stream().filter(hit -> isShown((Fact) hit.entry())).toList();
        SectionLabels labels =
                SectionLabels.ofItems(shown.stream().map(Hit::entry).toList());
        this.pieces = shown.stream()
                .flatMap(hit -> piece(hit, lowTrust, labels).stream())
                .toList();
        this.heading = labels.heading(DataFrame.STATEMENTS_HEADING);
        this.counter = counter;
        this.needed = needed();
    }

    /** A statement that its messages do not show to be said is not shown either. */
    private static boolean isShown(Fact fact) {
        Statement statement = fact.statement();
        return statement != null && statement.grounding() != GroundingClass.INFERRED;
    }

    private static Optional<Piece> piece(Hit hit, LowTrust lowTrust, SectionLabels labels) {
        Fact fact = (Fact) hit.entry();
        return Optional.ofNullable(fact.statement())
                .map(statement -> new Piece(
                        new EntryRef(hit.scope(), hit.kind(), hit.id()),
                        statement,
                        DataFrame.item(fact, lowTrust, labels)));
    }

    private int needed() {
        return pieces.isEmpty()
                ? 0
                : TokenBudget.cost(counter, heading)
                        + pieces.stream()
                                .mapToInt(piece -> TokenBudget.cost(counter, piece.text()))
                                .sum();
    }

    /** Returns the tokens of a budget that the messages leave to the statements. */
    int share(int budget) {
        return Math.min(BudgetShare.STATEMENTS.of(budget), needed);
    }

    /**
     * Packs the statements that say more than the shown messages.
     *
     * @param shown returns a message that is shown; empty for others
     */
    EntrySection pack(int tokens, Function<Place, Optional<Message>> shown) {
        EntrySection section =
                new EntrySection(BudgetShare.STATEMENTS.section(), heading, new TokenBudget(counter, tokens));
        List<EntryRef> repeated = new ArrayList<>();
        for (Piece piece : pieces) {
            if (piece.repeats(shown)) {
                repeated.add(piece.entry());
            } else {
                section.offer(piece.entry(), piece.text());
            }
        }
        repeated.forEach(entry -> section.leaveOut(entry, REPEATED));
        return section;
    }
}
