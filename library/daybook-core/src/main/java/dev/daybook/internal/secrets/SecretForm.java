package dev.daybook.internal.secrets;

import dev.daybook.internal.text.LetterCase;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
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
    PRIVATE_KEY(
            "-----BEGIN [A-Z ]*PRIVATE KEY(?: BLOCK)?-----[\\s\\S]*?(?:-----END [A-Z ]*PRIVATE KEY(?: BLOCK)?-----|\\z)",
            "-----BEGIN "),
    AMAZON("\\b(?:AKIA|ASIA|ABIA)[0-9A-Z]{16}\\b", "AKIA,ASIA,ABIA"),
    GITHUB(
            "\\bgh[pousr]_[A-Za-z0-9]{36,}\\b|\\bgithub_pat_[A-Za-z0-9_]{22,}\\b",
            "ghp_,gho_,ghu_,ghs_,ghr_,github_pat_"),
    GITLAB("\\bgl(?:pat|dt|rt|cbt|ptt|ft)-[A-Za-z0-9_-]{20,}", "glpat-,gldt-,glrt-,glcbt-,glptt-,glft-"),
    SLACK("\\b(?:xox[abceoprs]|xapp)-[A-Za-z0-9-]{10,}", "xox,xapp-"),
    WEBHOOK(
            "\\bhooks\\.slack\\.com/[A-Za-z0-9/_-]{20,}|\\bdiscord(?:app)?\\.com/api/webhooks/[A-Za-z0-9/_-]{20,}",
            "hooks.slack.com/,.com/api/webhooks/"),
    MODEL_PROVIDER(
            "\\b(?:sk-|gsk_|xai-|pplx-|r8_)(?=[A-Za-z0-9_-]{0,40}[0-9])[A-Za-z0-9_-]{20,}", "sk-,gsk_,xai-,pplx-,r8_"),
    STRIPE("\\b(?:[rs]k_(?:live|test)|whsec)_[A-Za-z0-9+/]{16,}", "k_live_,k_test_,whsec_"),
    GOOGLE("\\bAIza[A-Za-z0-9_-]{35}|\\bGOCSPX-[A-Za-z0-9_-]{20,}|\\bya29\\.[A-Za-z0-9_-]{20,}", "AIza,GOCSPX-,ya29."),
    PACKAGE_REGISTRY(
            "\\bhf_[A-Za-z0-9]{30,}\\b|\\bnpm_[A-Za-z0-9]{36}\\b|\\bpypi-[A-Za-z0-9_-]{32,}|\\bdckr_pat_[A-Za-z0-9_-]{20,}"
                    + "|\\brubygems_[0-9a-f]{40,}",
            "hf_,npm_,pypi-,dckr_pat_,rubygems_"),
    MAIL_OR_MESSAGES(
            "\\bSG\\.[A-Za-z0-9_-]{16,64}\\.[A-Za-z0-9_-]{16,}|\\bSK[0-9a-f]{32}\\b|\\bkey-[0-9a-f]{32}\\b"
                    + "|\\b[0-9]{8,10}:AA[A-Za-z0-9_-]{32,}",
            "SG.,SK,key-,:AA"),
    CLOUD(
            "\\b(?:do[opr]_v1_|shp(?:at|ca|pa|ss)_|dapi|hvs\\.|figd_|lin_api_|ntn_|sbp_|glsa_|NRAK-|ATATT3|sq0(?:atp|csp)-"
                    + "|AGE-SECRET-KEY-1)[A-Za-z0-9_-]{20,}",
            "doo_v1_,dop_v1_,dor_v1_,shpat_,shpca_,shppa_,shpss_,dapi,hvs.,figd_,lin_api_,ntn_,sbp_,glsa_,NRAK-,ATATT3,"
                    + "sq0atp-,sq0csp-,AGE-SECRET-KEY-1"),
    JSON_WEB_TOKEN("(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]{8,}", "eyJ"),
    BEARER_TOKEN("(?i)\\bbearer\\s+[A-Za-z0-9._~+/-]{20,}=*", "bearer"),
    AUTHORIZATION(
            "(?i)(\\bauthorization['\"]?\\s?[:=]\\s?['\"]?(?:basic|token|apikey|digest)\\s)[A-Za-z0-9._~+/=-]{8,}",
            "authorization"),
    URL_PASSWORD("(?<=://)[^\\s:/@]{0,64}:[^\\s:/@]{3,128}(?=@)", "://"),
    SIGNED_URL("([?&](?:sig|X-Amz-Signature)=)[A-Za-z0-9%+/]{40,}=*", "sig=,X-Amz-Signature="),

    /** A name of a secret and the secret, with up to five words between them if it has letters and digits. */
    NAMED_PASSWORD(
            "(?i)((?:" + Named.PASSWORD + ")(?:" + Named.LINK + Named.NO_PLACEHOLDER + Named.NO_WORD
                    + "|(?: [a-z'-]{1,20}){1,5}" + Named.LINK + Named.MIXED
                    + "(?=[^\\s'\"`,;<]{8})))[^\\s'\"`,;<]{6,}+",
            Named.PASSWORD_BEGINNINGS),

    /** A secret and then its name, as in "use X as the password". */
    PASSWORD_NAMED(
            "(?i)(?<![^\\s'\"`(])" + Named.MIXED + "[^\\s'\"`]{6,128}+"
                    + "(?=['\"`]? (?:is|as|for) (?:the|my|your|our|his|her|their)(?: [a-z-]{1,20}){0,2} (?:"
                    + Named.PASSWORD + "))",
            Named.PASSWORD_BEGINNINGS),
    NAMED_TOKEN(
            "(?i)((?:token|credentials?|(?:signing|encryption|private|deploy|license) key)"
                    + "(?: for(?: [a-z'-]{1,20}+){1,4})?['\"]?(?: is| was|:| ?= ?)\\s{0,3}['\"`]?)" + Named.MIXED
                    + "[A-Za-z0-9+/_.~=-]{16,}+",
            "token is,token was,token for,token:,token=,token =,token\",token',"
                    + "credential,signing key,encryption key,private key,deploy key,license key");

    /** Parts of the patterns of named secrets. They need a type of their own, because an enum begins with its constants. */
    private static final class Named {

        static final String PASSWORD =
                "password|passwd|passphrase|passcode|passkey|\\bpwd|secret(?:[ _-]?key)?|api[ _-]?key"
                        + "|a(?:ccess|ccount)[ _-]?key|a(?:uth|ccess|pi)[ _-]?token";

        static final String PASSWORD_BEGINNINGS = "passw,passphrase,passcode,passkey,pwd,secret,"
                + "apikey,api key,api_key,api-key,"
                + "accesskey,access key,access_key,access-key,"
                + "accountkey,account key,account_key,account-key,"
                + "authtoken,auth token,auth_token,auth-token,"
                + "accesstoken,access token,access_token,access-token,"
                + "apitoken,api token,api_token,api-token";

        /** Stands between a name and its secret: a verb or a sign, also of JSON, XML and shells. */
        static final String LINK =
                "['\"]?(?: is(?: now| set to)?:?| was|'s|[:>]| ?:?= ?>?| ?(?:->|\u2192|\u2014))\\s{0,3}['\"`]?";

        static final String NO_PLACEHOLDER = "(?!\\*{3}|\\$[({]|\\$[a-z_]{3,}(?!\\S)|\\{\\{|https?:)";

        /** A digit or a sign; three words joined by hyphens; or capitals within a word twice, as in no name. */
        static final String NO_WORD = "(?=[^\\s'\"`,;<]{0,100}[0-9!#$%^&*+=@_]|[a-z]{2,20}(?:-[a-z]{2,20}){2}"
                + "|(?-i:(?:[A-Za-z]{0,40}?[a-z][A-Z]){2}[A-Za-z]*+(?!\\()))";

        static final String MIXED = "(?!https?:)(?=[^\\s'\"`,;<]{0,100}[0-9])(?=[^\\s'\"`,;<]{0,100}[a-z])";

        private Named() {}
    }

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

    /** Replaces each match with {@link SecretScreen#REDACTED}, but keeps the group before the secret, if there is one. */
    String redact(String text) {
        return pattern.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(
                        (found.groupCount() == 0 ? "" : found.group(1)) + SecretScreen.REDACTED));
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
            return anyCase ? character + LetterCase.upper(character) : character;
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
