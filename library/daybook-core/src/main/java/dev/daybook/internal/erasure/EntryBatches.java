package dev.daybook.internal.erasure;

import dev.daybook.model.Kind;
import dev.daybook.model.SizeLimits;
import dev.daybook.query.Selection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The selections of a list of ids of any length, each of as many as one selection may have. */
public final class EntryBatches {

    private EntryBatches() {}

    /** Returns the selections in the order of the ids; none of an empty list. */
    public static List<Selection.Matching> of(Kind kind, List<String> ids) {
        List<String> distinct = List.copyOf(new LinkedHashSet<>(ids));
        List<Selection.Matching> batches = new ArrayList<>();
        for (int first = 0; first < distinct.size(); first += SizeLimits.SELECTED_IDS) {
            int end = Math.min(first + SizeLimits.SELECTED_IDS, distinct.size());
            batches.add(Selection.entries(kind, distinct.subList(first, end)));
        }
        return batches;
    }
}
