package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Elements;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.text.LetterCase;
import dev.daybook.model.StatementKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of statements one by one. They are independent, so a malformed one is dropped and the others are kept.
 * An item without a sentence may be a triple.
 */
final class StatementListParser implements JsonForm.Reading<ExtractionAnswer> {

    private static final Pattern SPACES = Pattern.compile("\\s+");

    private final int maxStatements;
    private final FactListParser triples;

    StatementListParser(int maxStatements, int maxTriples) {
        this.maxStatements = maxStatements;
        this.triples = new FactListParser(maxTriples);
    }

    @Override
    public ExtractionAnswer read(JsonPart answer) throws UnusableOutput {
        List<ExtractedStatement> statements = new ArrayList<>();
        answer.elements(Integer.MAX_VALUE).stream().limit(maxStatements).forEach(item -> {
            if (item.value() instanceof Members members) {
                statement(members).ifPresent(statements::add);
            }
        });
        return new ExtractionAnswer(statements, triples.read(answer));
    }

    private static Optional<ExtractedStatement> statement(Members item) {
        String sentence = text(item.get("s"), OutputForms.MAX_SENTENCE_LENGTH);
        String about = text(item.get("about"), OutputForms.MAX_SUBJECT_LENGTH);
        if (sentence.isEmpty() || !FactListParser.isName(about)) {
            return Optional.empty();
        }
        return Optional.of(new ExtractedStatement(
                sentence,
                about,
                numbers(item.get("from")),
                text(item.get("quote"), OutputForms.MAX_QUOTE_LENGTH),
                kind(text(item.get("kind"), OutputForms.MAX_QUOTE_LENGTH)),
                item.get("neg") == Constant.TRUE,
                orNull(text(item.get("when"), OutputForms.MAX_QUOTE_LENGTH)),
                relation(text(item.get("rel"), OutputForms.MAX_QUOTE_LENGTH)),
                orNull(text(item.get("obj"), OutputForms.MAX_OBJECT_LENGTH))));
    }

    /** Returns the text in one line, or empty if it is too long or no string. */
    private static String text(@Nullable JsonValue value, int maxLength) {
        return SPACES.matcher(FactListParser.text(value, maxLength)).replaceAll(" ");
    }

    private static @Nullable String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static List<Integer> numbers(@Nullable JsonValue value) {
        Stream<JsonValue> values =
                value instanceof Elements elements ? elements.values().stream() : Stream.ofNullable(value);
        return values.filter(Numeral.class::isInstance)
                .map(number -> ((Numeral) number).value().intValue())
                .distinct()
                .toList();
    }

    private static StatementKind kind(String label) {
        return Stream.of(StatementKind.values())
                .filter(kind -> kind.label().equals(LetterCase.lower(label)))
                .findFirst()
                .orElse(StatementKind.STATE);
    }

    private static @Nullable String relation(String label) {
        String relation = LetterCase.lower(label).replace(' ', '_');
        return ExtractedStatement.RELATIONS.contains(relation) ? relation : null;
    }
}
