package dev.daybook.bench.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of text in columns: the first ones to the left, figures to the right. */
public final class TextTable {

    private final int names;
    private final List<List<String>> rows = new ArrayList<>();

    /** @param names how many columns from the left hold names and not figures */
    public TextTable(int names, List<String> heading) {
        this.names = names;
        rows.add(heading);
    }

    public void add(List<String> row) {
        rows.add(row);
    }

    /** A part of one in percent. */
    public static String percent(double value) {
        return String.format(Locale.ROOT, "%.1f", 100 * value);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                String cell = row.get(column);
                String space = " ".repeat(width(column) - cell.length());
                line.append(column == 0 ? "" : "  ").append(column < names ? cell + space : space + cell);
            }
            text.append(line.toString().stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private int width(int column) {
        return rows.stream()
                .mapToInt(row -> column < row.size() ? row.get(column).length() : 0)
                .max()
                .orElse(0);
    }
}
