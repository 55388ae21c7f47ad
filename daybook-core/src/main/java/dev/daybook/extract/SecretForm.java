package dev.daybook.extract;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The forms of secrets: key formats published by their issuers, and common ways to write down a password.
 *
 * <p>A pattern tries every character of a text, which takes 50 times as long as reading it. So each form names literal
 * beginnings, one of which is part of every match, and {@link #begunIn} finds the beginnings of all forms in one pass:
 * at each character that is the anchor of some beginnings, it compares these. An anchor is the rarest character of a
 * beginning, so most characters of a text are no anchor.
 */
enum SecretForm {
    PRIVATE_KEY("-----BEGIN [A-Z ]*PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)", "-----BEGIN "),
    AMAZON("\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b", "AKIA,ASIA"),
    GITHUB(
            "\\bgh[pousr]_[A-Za-z0-9]{36,}\\b|\\bgithub_pat_[A-Za-z0-9_]{22,}\\b",
            "ghp_,gho_,ghu_,ghs_,ghr_,github_pat_"),
    GITLAB("\\bglpat-[A-Za-z0-9_-]{20,}", "glpat-"),
    SLACK("\\bxox[abeoprs]-[A-Za-z0-9-]{10,}", "xox"),
    MODEL_PROVIDER("\\bsk-[A-Za-z0-9_-]{20,}", "sk-"),
    STRIPE("\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}", "k_live_,k_test_"),
    GOOGLE("\\bAIza[A-Za-z0-9_-]{35}", "AIza"),
    PACKAGE_REGISTRY(
            "\\bhf_[A-Za-z0-9]{30,}\\b|\\bnpm_[A-Za-z0-9]{36}\\b|\\bpypi-[A-Za-z0-9_-]{32,}", "hf_,npm_,pypi-"),
    JSON_WEB_TOKEN("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}", "eyJ"),
    BEARER_TOKEN("(?i)\\bbearer\\s+[A-Za-z0-9._~+/-]{20,}=*", "bearer"),
    URL_PASSWORD("(?<=://)[^\\s:/@]{1,64}:[^\\s:/@]{3,128}(?=@)", "://"),
    NAMED_PASSWORD(
            "(?i)(?<=\\b(?:password|passwd|passphrase|secret|api[ _-]?key|access[ _-]?key|auth[ _-]?token)"
                    + "(?: is|:|=| =|: )\\s{0,3}['\"]?)(?=\\S{0,100}[0-9!#$%^&*+=?@_-])[^\\s'\",;]{6,}+",
            "passw,passphrase,secret,"
                    + "apikey,api key,api_key,api-key,"
                    + "accesskey,access key,access_key,access-key,"
                    + "authtoken,auth token,auth_token,auth-token");

    /** Letters from common to rare in English. A space is still more common; any other character is rarer. */
    private static final String BY_FREQUENCY = " etaoinshrdlcumwfgypbvkjxqz";

    private static final int ASCII = 128;

    /** The bit by which a lower-case letter of ASCII differs from the upper-case one. */
    private static final int LOWER_CASE = 0x20;

    /** The beginnings by anchor, in upper and lower case where a form ignores case. */
    private static final Beginning[][] BY_ANCHOR = byAnchor();

    private final Pattern pattern;
    private final String beginnings;

    /** @param beginnings separated by commas: one text, because the fields of an enum should be immutable */
    SecretForm(String pattern, String beginnings) {
        this.pattern = Pattern.compile(pattern);
        this.beginnings = beginnings;
    }

    Pattern pattern() {
        return pattern;
    }

    /** Returns the forms whose beginning a text contains; no other form matches. */
    static Set<SecretForm> begunIn(String text) {
        Set<SecretForm> begun = EnumSet.noneOf(SecretForm.class);
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character >= ASCII) {
                continue;
            }
            for (Beginning candidate : BY_ANCHOR[character]) {
                if (candidate.isAround(text, i)) {
                    begun.add(candidate.form());
                }
            }
        }
        return begun;
    }

    /**
     * A literal that a text with a match of a form contains.
     *
     * @param anchor the index of the character by which it is found
     */
    private record Beginning(SecretForm form, String literal, int anchor, boolean anyCase) {

        static Beginning of(SecretForm form, String literal) {
            int anchor = 0;
            for (int i = 1; i < literal.length(); i++) {
                anchor = rarity(literal.charAt(i)) > rarity(literal.charAt(anchor)) ? i : anchor;
            }
            return new Beginning(form, literal, anchor, form.pattern.pattern().startsWith("(?i)"));
        }

        private static int rarity(char character) {
            int index = BY_FREQUENCY.indexOf(character);
            return index < 0 ? BY_FREQUENCY.length() : index;
        }

        boolean isAround(String text, int index) {
            int begin = index - anchor;
            return anyCase ? matchesAnyCase(text, begin) : text.startsWith(literal, begin);
        }

        /** Compares letters without their bit for the case. Takes some other characters for equal; the pattern decides. */
        private boolean matchesAnyCase(String text, int begin) {
            if (begin < 0 || begin + literal.length() > text.length()) {
                return false;
            }
            for (int i = 0; i < literal.length(); i++) {
                char character = text.charAt(begin + i);
                if (character != literal.charAt(i) && (character | LOWER_CASE) != literal.charAt(i)) {
                    return false;
                }
            }
            return true;
        }

        String anchors() {
            String character = String.valueOf(literal.charAt(anchor));
            return anyCase ? character + character.toUpperCase(Locale.ROOT) : character;
        }
    }

    private static Beginning[][] byAnchor() {
        List<List<Beginning>> lists = new ArrayList<>();
        for (int i = 0; i < ASCII; i++) {
            lists.add(new ArrayList<>());
        }
        for (SecretForm form : values()) {
            for (String literal : form.beginnings.split(",")) {
                Beginning beginning = Beginning.of(form, literal);
                beginning.anchors().chars().forEach(anchor -> lists.get(anchor).add(beginning));
            }
        }
        return lists.stream().map(list -> list.toArray(Beginning[]::new)).toArray(Beginning[][]::new);
    }
}
