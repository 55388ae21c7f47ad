package dev.daybook.server.doors;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;

/** Names that a careless comparison, escape or key takes for each other. */
final class ConfusableNames {

    /** Starts of a family: plain, composed and decomposed letters, two code units, operators, a word of the store. */
    private static final List<String> STARTS = List.of(
            "ada",
            "caf\u00e9",
            "stra\u00dfe",
            "\u0130pek",
            "\u212bngstr\u00f6m",
            "\ud83d\udc69\u200d\ud83d\ude80",
            "\ud835\udcd0da",
            "null",
            "anonymous",
            "shared",
            "user:ada",
            "{\"$ne\":\"x\"}",
            "' OR '1'='1",
            "ada\" OR \"x\" NEAR ada*",
            "~YWRh",
            "..",
            "default",
            "0",
            "-1",
            "-user",
            "@file");

    /** Separators of keys, paths, queries and documents. */
    private static final List<String> SEPARATORS = List.of(
            "/", ":", "|", ".", "..", "\\", "#", "?", "&", ";", ",", "@", "!", "~", "%2F", "%00", "%", "_", "*",
            "\u2028", " ", "-", "=", "+", "$", "\u200b");

    /** Changes that leave a name looking the same, or equal to a comparison that folds or trims too much. */
    private static final List<UnaryOperator<String>> CHANGES = List.of(
            name -> name.toUpperCase(Locale.ROOT),
            name -> name.toLowerCase(Locale.ROOT),
            name -> Character.toUpperCase(name.charAt(0)) + name.substring(1),
            name -> Normalizer.normalize(name, Normalizer.Form.NFC),
            name -> Normalizer.normalize(name, Normalizer.Form.NFD),
            name -> Normalizer.normalize(name, Normalizer.Form.NFKC),
            name -> name + " ",
            name -> " " + name,
            name -> name + "\u00a0",
            name -> name + ".",
            name -> name + "/",
            name -> name + "\\",
            name -> name + "%00",
            name -> name + "%",
            name -> name + "_",
            name -> name + "*",
            name -> name + "\u200b",
            name -> "\u202e" + name,
            name -> "\u2066" + name + "\u2069",
            name -> name + "\ufe0f",
            name -> name + "\u0301",
            name -> name + "0",
            name -> name + name,
            name -> "user:" + name,
            name -> "./" + name,
            name -> "../" + name,
            name -> "'" + name + "'",
            name -> "\"" + name + "\"",
            name -> name + "' --",
            name -> name.replace('a', '\u0430'),
            name -> name.replace('e', '\u0435').replace('o', '\u03bf'),
            name -> name.replace('a', '\uff41'),
            name -> name.replace("a", "%61"),
            name -> name.replace("a", "_"),
            name -> name.replace("d", "%"),
            name -> name.substring(0, name.offsetByCodePoints(0, 1)),
            name -> name + "n".repeat(Math.max(0, 500 - name.length())),
            name -> name + "n".repeat(Math.max(0, 499 - name.length())) + "m");

    private final Random random;

    ConfusableNames(Random random) {
        this.random = random;
    }

    /** Returns a family of names, all different and all allowed. */
    List<String> family(int size) {
        String start = STARTS.get(random.nextInt(STARTS.size()));
        Set<String> names = new LinkedHashSet<>(List.of(start));
        List<String> grown = new ArrayList<>(names);
        while (names.size() < size) {
            String changed = CHANGES.get(random.nextInt(CHANGES.size())).apply(grown.get(random.nextInt(grown.size())));
            if (isAllowed(changed) && names.add(changed) && changed.length() < 100) {
                grown.add(changed);
            }
        }
        return List.copyOf(names);
    }

    /** Returns one of the characters that join names. */
    String separator() {
        return SEPARATORS.get(random.nextInt(SEPARATORS.size()));
    }

    /** Returns a name that no scope may have: blank, too long, or with a control character. */
    String refused(String name) {
        return switch (random.nextInt(6)) {
            case 0 -> name + "\u0000";
            case 1 -> "\u0000" + name;
            case 2 -> name + "\n";
            case 3 -> " ";
            case 4 -> name + "\u007f";
            default -> name + "n".repeat(513);
        };
    }

    private static boolean isAllowed(String name) {
        return !name.isBlank()
                && name.codePointCount(0, name.length()) <= 512
                && name.chars().noneMatch(Character::isISOControl);
    }
}
