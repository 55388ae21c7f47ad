package dev.daybook.postgres;

import dev.daybook.error.StoreException;
import dev.daybook.model.Kind;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;

/** The numbers of kinds in the tables, and numbers by kind as an array. */
final class KindNumbers {

    private static final Kind[] KINDS = Kind.values();

    private KindNumbers() {}

    /** Returns the number of a kind, a part of the layout. The compiler reports a missing kind. */
    static short number(Kind kind) {
        return switch (kind) {
            case EPISODE -> 0;
            case BLOCK -> 1;
            case FACT -> 2;
            case NOTE -> 3;
            case SUMMARY -> 4;
        };
    }

    static Kind kind(long number) {
        for (Kind kind : KINDS) {
            if (number(kind) == number) {
                return kind;
            }
        }
        throw new StoreException("the tables have an entry of the kind " + number
                + ", which this version of Daybook does not know; use the Daybook that wrote it, or a newer one");
    }

    /** Returns the values by the number of their kind; 0 for an absent one. */
    static Long[] toArray(Map<Kind, Long> byKind) {
        Long[] values = new Long[KINDS.length];
        Arrays.fill(values, 0L);
        byKind.forEach((kind, value) -> values[number(kind)] = value);
        return values;
    }

    /** Reads an array of {@link #toArray}; kinds with 0 are left out. */
    static Map<Kind, Long> ofArray(Long[] values, int from) {
        Map<Kind, Long> byKind = new EnumMap<>(Kind.class);
        for (int i = from; i < values.length; i++) {
            if (values[i] != 0) {
                byKind.put(kind(i - from), values[i]);
            }
        }
        return byKind;
    }

    static Long[] read(ResultSet row, int column) throws SQLException {
        Array array = row.getArray(column);
        return (Long[]) array.getArray();
    }
}
