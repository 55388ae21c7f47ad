package dev.daybook.testkit;

/** A text that counts the reads of its characters, and ends a match with too many. Not thread-safe. */
final class MeteredText implements CharSequence {

    private final String text;
    private final long most;
    private long left;

    MeteredText(String text, int looksPerCharacter) {
        this.text = text;
        this.most = (long) looksPerCharacter * text.length();
        this.left = most;
    }

    static final class TooOften extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooOften() {
            super(null, null, false, false);
        }
    }

    void reset() {
        left = most;
    }

    @Override
    public char charAt(int index) {
        if (--left < 0) {
            throw new TooOften();
        }
        return text.charAt(index);
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
    }

    @Override
    public String toString() {
        return text;
    }
}
