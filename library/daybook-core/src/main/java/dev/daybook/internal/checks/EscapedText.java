package dev.daybook.internal.checks;

/** Texts without slashes, so that a slash can end one: percent signs and slashes are written as in a URL. */
public final class EscapedText {

    private EscapedText() {}

    /** Returns a text without slashes; different texts give different ones. */
    public static String of(String text) {
        return text.replace("%", "%25").replace("/", "%2F");
    }

    /** Returns the text of {@link #of}. */
    public static String read(String escaped) {
        return escaped.replace("%2F", "/").replace("%25", "%");
    }
}
