package dev.daybook.internal.dates;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The values of the slots of a matched phrase. */
final class PhraseValues {

    private final Map<PhraseSlot, Integer> values = new EnumMap<>(PhraseSlot.class);
    private final List<DateInterval> dates = new ArrayList<>(2);

    void put(PhraseSlot slot, int value) {
        values.put(slot, value);
    }

    void add(DateInterval date) {
        dates.add(date);
    }

    boolean has(PhraseSlot slot) {
        return values.containsKey(slot);
    }

    /** Returns the value of a slot that the phrase has. */
    int get(PhraseSlot slot) {
        Integer value = values.get(slot);
        if (value == null) {
            throw new IllegalStateException("the phrase has no " + slot + "; mend its template in the vocabulary");
        }
        return value;
    }

    CalendarUnit unit() {
        return CalendarUnit.values()[get(PhraseSlot.UNIT)];
    }

    /** Returns the number, exact or not; 1 if the phrase names none: "неделю назад". */
    int number() {
        if (has(PhraseSlot.NUMBER)) {
            return get(PhraseSlot.NUMBER);
        }
        return has(PhraseSlot.FEW) ? get(PhraseSlot.FEW) : 1;
    }

    /** Returns a nested date, numbered from 0. */
    DateInterval date(int index) {
        return dates.get(index);
    }
}
