package dev.daybook.server.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of this process as UTF-8, whatever the locale says.
 *
 * <p>Java decodes arguments with the charset of the locale. Under a locale without UTF-8, which is also one that is
 * named and not installed, every letter beyond ASCII becomes U+FFFD: two users become one, and no text can be recovered.
 * On Linux the bytes are in {@code /proc/self/cmdline}.
 */
final class ProcessArguments {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

    private static final char REPLACEMENT = '\uFFFD';

    private ProcessArguments() {}

    /**
     * Returns the arguments of this process.
     *
     * @param decoded the arguments as Java decoded them
     * @throws IllegalArgumentException if an argument lost characters and its bytes cannot be read
     */
    static String[] of(String... decoded) {
        if (isAscii(decoded)) {
            return decoded;
        }
        byte[] bytes = null;
        try {
            bytes = Files.readAllBytes(COMMAND_LINE);
        } catch (IOException | SecurityException notLinux) {
            // The check below decides by the decoded arguments alone.
        }
        return read(decoded, bytes, System.getProperty("sun.jnu.encoding", ""));
    }

    /**
     * Reads arguments from the bytes of a command line.
     *
     * @param bytes the command line with a NUL behind each word; null: unknown
     * @param charset the charset that Java decoded them with
     */
    static String[] read(String[] decoded, byte @Nullable [] bytes, String charset) {
        String[] exact = bytes == null ? null : last(decoded.length, bytes);
        if (exact != null && agree(decoded, exact)) {
            return exact;
        }
        for (int i = 0; i < decoded.length; i++) {
            if (decoded[i].indexOf(REPLACEMENT) >= 0) {
                throw new IllegalArgumentException(
                        "argument " + (i + 1) + " has a character that " + charset
                                + ", the charset of the locale, cannot hold; encode the arguments in UTF-8 and set LC_ALL=C.UTF-8");
            }
        }
        return decoded;
    }

    private static boolean isAscii(String... texts) {
        for (String text : texts) {
            if (!text.chars().allMatch(character -> character < 0x80)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the last words of a command line; null if it has fewer, or one of them is not UTF-8. */
    private static String @Nullable [] last(int count, byte[] bytes) {
        List<ByteBuffer> words = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                words.add(ByteBuffer.wrap(bytes, begin, i - begin));
                begin = i + 1;
            }
        }
        if (words.size() < count) {
            return null;
        }
        String[] last = new String[count];
        try {
            for (int i = 0; i < count; i++) {
                ByteBuffer word = words.get(words.size() - count + i);
                last[i] = StandardCharsets.UTF_8.newDecoder().decode(word).toString();
            }
        } catch (CharacterCodingException anotherCharset) {
            return null;
        }
        return last;
    }

    /** Tests whether the words differ beyond ASCII only, so that both are the same command line. */
    private static boolean agree(String[] decoded, String[] exact) {
        for (int i = 0; i < decoded.length; i++) {
            if (isAscii(decoded[i]) ? !decoded[i].equals(exact[i]) : isAscii(exact[i])) {
                return false;
            }
        }
        return true;
    }
}
