package dev.daybook.internal.sqlite.table;

import dev.daybook.internal.sqlite.database.OrderKeys;
import dev.daybook.model.Kind;
import dev.daybook.store.ScopeNumbers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The last position and the number of live entries of each kind in a scope. New kinds start at 0. */
public final class KindCounts {

    private final long[] positions;
    private final long[] living;

    private KindCounts(int kinds) {
        positions = new long[kinds];
        living = new long[kinds];
    }

    static KindCounts none() {
        return new KindCounts(Kind.values().length);
    }

    public static KindCounts of(byte[] packed) {
        KindCounts kindCounts = new KindCounts(Math.max(Kind.values().length, packed.length / (2 * Long.BYTES)));
        ByteBuffer numbers = ByteBuffer.wrap(packed);
        for (int i = 0; numbers.remaining() >= 2 * Long.BYTES; i++) {
            kindCounts.positions[i] = numbers.getLong();
            kindCounts.living[i] = numbers.getLong();
        }
        return kindCounts;
    }

    public byte[] packed() {
        ByteBuffer numbers = ByteBuffer.allocate(positions.length * 2 * Long.BYTES);
        for (int i = 0; i < positions.length; i++) {
            numbers.putLong(positions[i]).putLong(living[i]);
        }
        return numbers.array();
    }

    void take(ScopeNumbers numbers) {
        for (Kind kind : Kind.values()) {
            positions[OrderKeys.number(kind)] = numbers.positions().getOrDefault(kind, 0L);
            living[OrderKeys.number(kind)] = numbers.counts().getOrDefault(kind, 0L);
        }
    }

    void living(Kind kind, long count) {
        living[OrderKeys.number(kind)] = count;
    }

    /** Raises the last position after a repair, so that no used position is assigned again. */
    void atLeast(Kind kind, long position) {
        int number = OrderKeys.number(kind);
        positions[number] = Math.max(positions[number], position);
    }

    long position(Kind kind) {
        return positions[OrderKeys.number(kind)];
    }

    long total() {
        return Arrays.stream(living).sum();
    }

    Map<Kind, Long> positions() {
        return byKind(positions);
    }

    Map<Kind, Long> counts() {
        return byKind(living);
    }

    private static Map<Kind, Long> byKind(long[] numbers) {
        Map<Kind, Long> byKind = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            long number = numbers[OrderKeys.number(kind)];
            if (number != 0) {
                byKind.put(kind, number);
            }
        }
        return byKind;
    }
}
