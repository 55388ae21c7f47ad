package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.internal.json.JsonValue.Constant;
import dev.daybook.internal.json.JsonValue.Members;
import dev.daybook.internal.json.JsonValue.Numeral;
import dev.daybook.internal.json.JsonValue.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list of facts one by one. Facts are independent, so a malformed one is dropped and the others are kept. Only
 * the first few are read, however long the list is.
 */
final class FactListParser implements JsonForm.Reading<List<ExtractedFact>> {

    /** "Is the older brother of" has five words; a predicate of more than six is a sentence. */
    private static final int MAX_WORDS = 6;

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[\\s_-]+");
    private static final Pattern END_OF_SENTENCE = Pattern.compile("[.!?\\n\\r]");

    private final int max;

    FactListParser(int max) {
        this.max = max;
    }

    @Override
    public List<ExtractedFact> read(JsonPart answer) throws UnusableOutput {
        List<ExtractedFact> facts = new ArrayList<>();
        answer.elements(Integer.MAX_VALUE).stream().limit(max).forEach(item -> {
            if (item.value() instanceof Members members) {
                fact(members).ifPresent(facts::add);
            }
        });
        return List.copyOf(facts);
    }

    private Optional<ExtractedFact> fact(Members item) {
        String subject = text(item.get("subject"), OutputForms.MAX_SUBJECT_LENGTH);
        String predicate = text(item.get("predicate"), OutputForms.MAX_PREDICATE_LENGTH);
        String object = text(item.get("object"), OutputForms.MAX_OBJECT_LENGTH);
        if (!isName(subject) || !isPredicate(predicate) || object.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ExtractedFact(subject, predicate, object, confidence(item.get("confidence"))));
    }

    static boolean isName(String subject) {
        return subject.codePoints().anyMatch(Character::isLetterOrDigit)
                && subject.codePoints().noneMatch(Character::isISOControl);
    }

    private static boolean isPredicate(String predicate) {
        return predicate.codePoints().anyMatch(Character::isLetter)
                && !END_OF_SENTENCE.matcher(predicate).find()
                && BETWEEN_WORDS.split(predicate).length <= MAX_WORDS;
    }

    /** Returns the text, or empty if it is too long or no string. A number or null is not text of the episode. */
    static String text(@Nullable JsonValue value, int maxLength) {
        return value instanceof Text text && text.value().length() <= maxLength
                ? PromptData.unescape(text.value()).strip()
                : "";
    }

    private static double confidence(@Nullable JsonValue value) {
        double number = 1;
        if (value instanceof Numeral given) {
            number = given.value().doubleValue();
        } else if (value instanceof Text text) {
            number = parsed(text.value());
        } else if (value == Constant.FALSE) {
            number = 0;
        }
        return Double.isNaN(number) ? 1 : Math.max(0, Math.min(1, number));
    }

    private static double parsed(String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException unreadable) {
            return 1;
        }
    }
}
