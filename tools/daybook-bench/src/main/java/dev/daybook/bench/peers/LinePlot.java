package dev.daybook.bench.peers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A plot of lines with logarithmic axes as SVG. The background is transparent and the text follows the colour scheme of
 * the reader, so it is readable in light and dark.
 */
final class LinePlot {

    /** A point of a line; both values are above zero. */
    record PlotPoint(double x, double y) {}

    private record PlotLine(String label, String colour, List<PlotPoint> points) {}

    /** Of middle lightness, with contrast on white and on black. */
    private static final List<String> COLOURS =
            List.of("#e5484d", "#3b82d6", "#2f9e68", "#9a6ad6", "#c08a1c", "#1c9aa8", "#d6619f", "#808890");

    private static final int WIDTH = 720;
    private static final int HEIGHT = 400;
    private static final int LEFT = 60;
    private static final int RIGHT = 560;
    private static final int TOP = 40;
    private static final int BOTTOM = 350;
    private static final int LEGEND_LINE = 22;

    private final String title;
    private final String horizontal;
    private final List<PlotLine> lines = new ArrayList<>();

    LinePlot(String title, String horizontal) {
        this.title = title;
        this.horizontal = horizontal;
    }

    /** Adds a line; each call takes the next colour, also a call without points. */
    void add(String label, List<PlotPoint> points) {
        String colour = COLOURS.get(lines.size() % COLOURS.size());
        lines.add(new PlotLine(label, colour, List.copyOf(points)));
    }

    /** Returns true if no line has two points. */
    boolean isEmpty() {
        return lines.stream().allMatch(line -> line.points().size() < 2);
    }

    String svg() {
        PlotScale x = PlotScale.of(values(PlotPoint::x), LEFT, RIGHT);
        PlotScale y = PlotScale.of(values(PlotPoint::y), BOTTOM, TOP);
        StringBuilder svg = new StringBuilder();
        svg.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">%n",
                WIDTH,
                HEIGHT,
                title));
        svg.append("<style>text{font:13px system-ui,sans-serif;fill:#444}.grid{stroke:#8884}"
                + "@media(prefers-color-scheme:dark){text{fill:#ccc}}</style>\n");
        text(svg, LEFT, 22, "start", title);
        text(svg, (LEFT + RIGHT) / 2.0, HEIGHT - 12, "middle", horizontal);
        for (double tick : x.ticks()) {
            grid(svg, x.at(tick), TOP, x.at(tick), BOTTOM);
            text(svg, x.at(tick), BOTTOM + 18, "middle", FigureRange.text(tick));
        }
        for (double tick : y.ticks()) {
            grid(svg, LEFT, y.at(tick), RIGHT, y.at(tick));
            text(svg, LEFT - 8, y.at(tick) + 4, "end", FigureRange.text(tick));
        }
        int legend = TOP + 10;
        for (PlotLine line : byLastPoint()) {
            draw(svg, line, x, y);
            circle(svg, RIGHT + 22, legend - 4, line.colour());
            text(svg, RIGHT + 34, legend, "start", line.label());
            legend += LEGEND_LINE;
        }
        return svg.append("</svg>\n").toString();
    }

    /** Returns the lines with points, the highest end first, as the legend lists them. */
    private List<PlotLine> byLastPoint() {
        Comparator<PlotLine> end = Comparator.comparingDouble(
                line -> line.points().get(line.points().size() - 1).y());
        return lines.stream()
                .filter(line -> !line.points().isEmpty())
                .sorted(end.reversed())
                .toList();
    }

    private List<Double> values(ToDoubleFunction<PlotPoint> coordinate) {
        return lines.stream()
                .flatMap(line -> line.points().stream())
                .map(coordinate::applyAsDouble)
                .toList();
    }

    private static void draw(StringBuilder svg, PlotLine line, PlotScale x, PlotScale y) {
        List<String> places = new ArrayList<>();
        for (PlotPoint point : line.points()) {
            places.add(number(x.at(point.x())) + "," + number(y.at(point.y())));
            circle(svg, x.at(point.x()), y.at(point.y()), line.colour());
        }
        svg.append("<polyline fill=\"none\" stroke-width=\"2.5\" stroke=\"")
                .append(line.colour())
                .append("\" points=\"")
                .append(String.join(" ", places))
                .append("\"/>\n");
    }

    private static void circle(StringBuilder svg, double x, double y, String colour) {
        svg.append(String.format(
                Locale.ROOT, "<circle cx=\"%s\" cy=\"%s\" r=\"4\" fill=\"%s\"/>%n", number(x), number(y), colour));
    }

    private static void grid(StringBuilder svg, double x1, double y1, double x2, double y2) {
        svg.append(String.format(
                Locale.ROOT,
                "<line class=\"grid\" x1=\"%s\" y1=\"%s\" x2=\"%s\" y2=\"%s\"/>%n",
                number(x1),
                number(y1),
                number(x2),
                number(y2)));
    }

    private static void text(StringBuilder svg, double x, double y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\">%s</text>%n",
                number(x),
                number(y),
                anchor,
                text));
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.1f", value);
    }
}
