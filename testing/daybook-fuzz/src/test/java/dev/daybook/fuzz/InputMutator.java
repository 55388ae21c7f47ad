package dev.daybook.fuzz;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Makes inputs from valid ones by a few changes at random places: flipped bits, other bytes, lost, repeated and foreign
 * parts, lengths that are wrong. The same seed makes the same inputs. Not thread-safe.
 */
public final class InputMutator {

    /** Longer inputs only repeat what shorter ones show; growth has tests of its own. */
    private static final int MAX_LENGTH = 1 << 14;

    private static final long[] NUMBERS = {
        0, 1, -1, Byte.MAX_VALUE, Short.MAX_VALUE, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
    };

    /** Words and signs on which a parser takes another way. */
    private static final List<byte[]> WORDS = utf8(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "\\",
            "\\u",
            "\\ud800",
            "null",
            "true",
            "false",
            "-",
            "0",
            "1e999",
            "-1",
            "1.5",
            "9223372036854775807",
            "9223372036854775808",
            "2147483648",
            "1e400",
            "NaN",
            "\n",
            "\r\n",
            "\t",
            " ",
            "  ",
            "\0",
            "\u00e9",
            "\ufeff",
            "\u202e",
            "\ud83d\ude00",
            "=",
            "==",
            "#",
            "%",
            "%00",
            "%2F",
            "~",
            "/",
            "..",
            "\\\\",
            "'",
            "''",
            "`",
            "```",
            "<",
            ">",
            "</think>",
            "|",
            "@",
            "+",
            "*",
            "$",
            "2026-05-08T13:56:00Z",
            "+999999999-12-31T23:59:59.999999999-18:00",
            "-999999999-01-01T00:00:00+18:00",
            "2026-02-30T00:00:00Z",
            "1000000000-12-31T23:59:59.999999999Z",
            "0000-00-00");

    /** A value of JSON, or the name of a member. */
    private static final Pattern VALUE = Pattern.compile(
            "\"(?:[^\"\\\\]|\\\\.)*+\"|-?[0-9][0-9.eE+-]*+|true|false|null|\\{\\s*+}|\\[[^\\[\\]{}]*+]");

    private static final List<byte[]> VALUES = utf8(
            "null",
            "true",
            "false",
            "0",
            "-1",
            "1.5",
            "1e400",
            "-0.0",
            "9223372036854775807",
            "2147483648",
            "[]",
            "{}",
            "[null]",
            "[1,\"a\",{}]",
            "{\"a\":1}",
            "\"\"",
            "\" \"",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "\"\\n\"",
            "\"default\"",
            "\"user:x\"",
            "\"+999999999-12-31T23:59:59.999999999-18:00\"",
            "\"-999999999-01-01T00:00:00+18:00\"",
            "\"2026-05-08T13:56:00Z\"",
            "\"2026-05-08\"",
            "\"../..\"",
            "\"a/b\"",
            "\"\u00e9\uD83D\uDE00\"");

    private final List<byte[]> seeds;
    private final Random random;

    private static List<byte[]> utf8(String... texts) {
        return Stream.of(texts)
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    public InputMutator(List<byte[]> seeds, long seed) {
        this.seeds = seeds;
        this.random = new Random(seed);
    }

    /** Returns the next input. */
    public byte[] next() {
        byte[] input = changed(any());
        // Mostly one change or two: after many, nearly every input is refused at its beginning.
        while (random.nextBoolean()) {
            input = changed(input);
        }
        return input.length <= MAX_LENGTH ? input : Arrays.copyOf(input, MAX_LENGTH);
    }

    private byte[] any() {
        return seeds.get(random.nextInt(seeds.size())).clone();
    }

    private byte[] changed(byte[] input) {
        int from = random.nextInt(input.length + 1);
        int to = from + random.nextInt(Math.min(16, input.length - from) + 1);
        return switch (random.nextInt(16)) {
            case 0 -> flipped(input);
            case 1 -> replaced(input, from, to, new byte[0]);
            case 2 -> Arrays.copyOf(input, from);
            case 3 -> replaced(input, from, from, bytes(1 + random.nextInt(8)));
            case 4 -> replaced(input, from, to, bytes(to - from));
            case 5 -> replaced(input, from, from, word());
            case 6 -> replaced(input, from, to, word());
            case 7 -> replaced(input, from, Math.min(input.length, from + Integer.BYTES), number(Integer.BYTES));
            case 8 -> replaced(input, from, Math.min(input.length, from + Long.BYTES), number(Long.BYTES));
            case 9 -> replaced(input, from, Math.min(input.length, from + 1), varint());
            case 10 -> replaced(input, from, from, repeated(Arrays.copyOfRange(input, from, to)));
            case 11 -> spliced(input, from);
            // The others keep the syntax of a JSON text; without one they are another splice.
            default -> withOtherValue(input, from);
        };
    }

    private byte[] flipped(byte[] input) {
        if (input.length > 0) {
            input[random.nextInt(input.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return input;
    }

    private byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] word() {
        byte[] word = WORDS.get(random.nextInt(WORDS.size()));
        return random.nextInt(8) == 0 ? repeated(word) : word;
    }

    private byte[] number(int length) {
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        byte[] bytes = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
        return Arrays.copyOfRange(bytes, Long.BYTES - length, Long.BYTES);
    }

    /** Returns a large number as our codecs and Protobuf write it. */
    private byte[] varint() {
        List<Byte> bytes = new ArrayList<>();
        long rest = NUMBERS[random.nextInt(NUMBERS.length)] >>> random.nextInt(3);
        while ((rest & ~0x7FL) != 0) {
            bytes.add((byte) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        bytes.add((byte) rest);
        byte[] varint = new byte[bytes.size()];
        for (int i = 0; i < varint.length; i++) {
            varint[i] = bytes.get(i);
        }
        return varint;
    }

    private byte[] repeated(byte[] part) {
        int times = 1 + random.nextInt(random.nextInt(8) == 0 ? 2_000 : 8);
        byte[] all = new byte[Math.min(part.length * times, MAX_LENGTH)];
        for (int i = 0; i < all.length; i++) {
            all[i] = part[i % part.length];
        }
        return all;
    }

    /** Returns the beginning of one input and the end of another. */
    private byte[] spliced(byte[] input, int at) {
        byte[] other = any();
        return replaced(
                input, at, input.length, Arrays.copyOfRange(other, random.nextInt(other.length + 1), other.length));
    }

    /** Returns a text with a value of JSON in the place of another. */
    private byte[] withOtherValue(byte[] input, int at) {
        List<byte[]> parts = values(input);
        if (parts.isEmpty()) {
            return spliced(input, at);
        }
        int place = random.nextInt(parts.size());
        int from = 0;
        String text = latin(input);
        Matcher value = VALUE.matcher(text);
        for (int i = 0; i <= place; i++) {
            value.find(from);
            from = value.end();
        }
        return replaced(input, value.start(), value.end(), otherValue());
    }

    private byte[] otherValue() {
        List<byte[]> foreign = values(any());
        if (foreign.isEmpty() || random.nextBoolean()) {
            return VALUES.get(random.nextInt(VALUES.size()));
        }
        return foreign.get(random.nextInt(foreign.size()));
    }

    private static List<byte[]> values(byte[] input) {
        return VALUE.matcher(latin(input))
                .results()
                .map(value -> value.group().getBytes(StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** Bytes as characters, so that each keeps its place. */
    private static String latin(byte[] input) {
        return new String(input, StandardCharsets.ISO_8859_1);
    }

    private static byte[] replaced(byte[] input, int from, int to, byte[] with) {
        return ByteBuffer.allocate(input.length - (to - from) + with.length)
                .put(input, 0, from)
                .put(with)
                .put(input, to, input.length - to)
                .array();
    }
}
