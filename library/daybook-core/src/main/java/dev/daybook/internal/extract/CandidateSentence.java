package dev.daybook.internal.extract;

import dev.daybook.internal.text.LetterCase;
import dev.daybook.internal.words.MessageLanguage;
import dev.daybook.model.Message;
import java.lang.Character.UnicodeScript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A sentence that may become part of a gist.
 *
 * @param source the index of its message or text
 * @param label the name of the speaker, shown before it; may be empty
 * @param byUser whether it is a user's, or from a text about users
 * @param isOpen whether it is a question after which no other speaker has spoken
 * @param language the language of the text
 */
record CandidateSentence(
        int source,
        String label,
        String text,
        SentenceContent wording,
        boolean byUser,
        boolean isOpen,
        MessageLanguage language) {

    /** Recognises a label in an earlier gist: one to three capitalised words before a colon. */
    private static final Pattern LABEL = Pattern.compile(
            "((?:\\p{Lu}[\\p{L}\\p{N}_.'’-]{0,30})(?: \\p{Lu}[\\p{L}\\p{N}_.'’-]{0,30}){0,2}): (\\S.*)");

    /** Words of a label count too, and a name may be any text. */
    private static final int MAX_LABEL_LENGTH = 40;

    private static final Pattern SPACE_OR_COLON = Pattern.compile("[\\s:]++");

    /** A word of Chinese has two characters on average, one of Japanese a little more. */
    private static final int CHARACTERS_OF_A_WORD = 2;

    private static final int FIRST_KANA = 0x3040;

    private static final Pattern LETTER_OR_DIGIT = Pattern.compile("[\\p{L}\\p{N}]");

    /** Splits messages into sentences. Messages of the system and of tools count only if there are no others. */
    static List<CandidateSentence> ofMessages(List<Message> messages) {
        List<CandidateSentence> candidates = ofMessages(messages, false);
        return candidates.isEmpty() ? ofMessages(messages, true) : candidates;
    }

    private static List<CandidateSentence> ofMessages(List<Message> messages, boolean background) {
        String last =
                messages.isEmpty() ? "" : messages.get(messages.size() - 1).speaker();
        int lastTurn = messages.size();
        while (lastTurn > 0 && messages.get(lastTurn - 1).speaker().equals(last)) {
            lastTurn--;
        }
        List<CandidateSentence> candidates = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            Message message = messages.get(i);
            boolean isBackground =
                    message.role().equals(Message.SYSTEM) || message.role().equals(Message.TOOL);
            if (isBackground == background) {
                boolean byUser = message.role().equals(Message.USER);
                add(candidates, i, label(message), message.text(), byUser, i >= lastTurn);
            }
        }
        return candidates;
    }

    /** Splits a summary into sentences. Its lines may begin with the label of a speaker. */
    static List<CandidateSentence> ofText(int source, String text) {
        List<CandidateSentence> candidates = new ArrayList<>();
        text.lines().forEach(line -> {
            Matcher labelled = LABEL.matcher(line.strip());
            if (labelled.matches()) {
                boolean byUser = !LetterCase.lower(labelled.group(1)).equals(Message.ASSISTANT);
                add(candidates, source, labelled.group(1), labelled.group(2), byUser, false);
            } else {
                add(candidates, source, "", line, true, false);
            }
        });
        return candidates;
    }

    private static void add(
            List<CandidateSentence> candidates, int source, String label, String text, boolean byUser, boolean isLast) {
        MessageLanguage ofText = MessageLanguage.of(text);
        Set<String> stopTerms = ofText.stopTermsInEnglish();
        for (String sentence : SentenceSplitter.of(RuleInput.of(text))) {
            if (LETTER_OR_DIGIT.matcher(sentence).find()) {
                boolean isOpen = isLast && isQuestion(sentence);
                MessageLanguage language = sentence.equals(text) ? ofText : MessageLanguage.of(sentence);
                SentenceContent wording = SentenceContent.of(sentence, language).without(stopTerms);
                candidates.add(new CandidateSentence(source, label, sentence, wording, byUser, isOpen, language));
            }
        }
    }

    private static String label(Message message) {
        String speaker =
                SPACE_OR_COLON.matcher(message.speaker()).replaceAll(" ").strip();
        String shown = speaker.substring(
                        0,
                        speaker.offsetByCodePoints(
                                0, Math.min(MAX_LABEL_LENGTH, speaker.codePointCount(0, speaker.length()))))
                .strip();
        return message.name() == null && !shown.isEmpty()
                ? LetterCase.upper(shown.substring(0, 1)) + shown.substring(1)
                : shown;
    }

    boolean isQuestion() {
        return isQuestion(text);
    }

    private static boolean isQuestion(String sentence) {
        return sentence.endsWith("?") || sentence.endsWith("？");
    }

    /** Returns the number of words it adds to a gist. The label is always counted, although it may already be there. */
    int words() {
        return words(label) + words(text);
    }

    /** Returns the number of words separated by white space, and in scripts without it, of pairs of characters. */
    static int words(String text) {
        int characters = 0;
        for (int i = 0; i < text.length(); i++) {
            boolean isOther = text.charAt(i) >= FIRST_KANA && isOfScriptWithoutSpaces(text.codePointAt(i));
            characters += isOther ? 1 : 0;
        }
        return new StringTokenizer(text).countTokens() + characters / CHARACTERS_OF_A_WORD;
    }

    private static boolean isOfScriptWithoutSpaces(int character) {
        return character >= FIRST_KANA
                && switch (UnicodeScript.of(character)) {
                    case HAN, HIRAGANA, KATAKANA -> true;
                    default -> false;
                };
    }
}
