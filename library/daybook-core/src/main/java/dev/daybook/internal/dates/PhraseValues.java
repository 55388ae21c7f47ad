package dev.daybook.internal.dates;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The values of the slots of a matched phrase. A number in a text begins dozens of templates: one object serves them all. */
final class PhraseValues {

    private static final int NONE = Integer.MIN_VALUE;

    private final int[] values = new int[PhraseSlot.values().length];
    private final List<DateInterval> dates = new ArrayList<>(2);

    /** Removes the values of the phrase before. */
    void clear() {
        Arrays.fill(values, NONE);
        dates.clear();
    }

    void put(PhraseSlot slot, int value) {
        values[slot.ordinal()] = value;
    }

    void add(DateInterval date) {
        dates.add(date);
    }

    boolean has(PhraseSlot slot) {
        return values[slot.ordinal()] != NONE;
    }

    /** Returns the value of a slot that the phrase has. */
    int get(PhraseSlot slot) {
        if (!has(slot)) {
            throw new IllegalStateException("the phrase has no " + slot + "; mend its template in the vocabulary");
        }
        return values[slot.ordinal()];
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
