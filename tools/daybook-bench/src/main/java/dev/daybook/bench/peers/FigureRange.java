package dev.daybook.bench.peers;

import java.util.List;
import java.util.Locale;

/** The median of a figure over the rounds of a run, with the smallest and the largest value. */
record FigureRange(double median, double least, double most) {

    static FigureRange of(List<Double> values) {
        List<Double> sorted = values.stream().sorted().toList();
        int count = sorted.size();
        double median = (sorted.get((count - 1) / 2) + sorted.get(count / 2)) / 2;
        return new FigureRange(median, sorted.get(0), sorted.get(count - 1));
    }

    /** Returns the cell of a table: the median, and the range if there is one. */
    String cell() {
        String middle = text(median);
        return text(least).equals(text(most)) ? middle : middle + " (" + text(least) + "–" + text(most) + ")";
    }

    /** Formats a number with about three digits. */
    static String text(double value) {
        double size = Math.abs(value);
        String format = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 1 || size == 0 ? "%.2f" : "%.3f";
        String text = String.format(Locale.ROOT, format, value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
