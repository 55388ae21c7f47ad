package dev.daybook.internal.checks;

import org.jspecify.annotations.Nullable;

/** Checks a secret that goes into a header of HTTP. The message of an HTTP client that refuses a header shows its value. */
public final class HeaderKey {

    private HeaderKey() {}

    /**
     * Returns the key, or throws an {@link IllegalArgumentException} that does not show it.
     *
     * @param key printable ASCII; null: none
     */
    public static @Nullable String check(String argument, @Nullable String key) {
        for (int i = 0; key != null && i < key.length(); i++) {
            char c = key.charAt(i);
            if (c < ' ' || c > '~') {
                throw new IllegalArgumentException(String.format(
                        "%s has the character U+%04X at index %d, which no header carries; give the key alone, without a"
                                + " line end",
                        argument, (int) c, i));
            }
        }
        return key;
    }
}
