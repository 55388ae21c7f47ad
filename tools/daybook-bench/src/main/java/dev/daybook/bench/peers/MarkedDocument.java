package dev.daybook.bench.peers;

/** A Markdown document with generated sections, each between two comments that name it. */
final class MarkedDocument {

    private String text;

    MarkedDocument(String text) {
        this.text = text;
    }

    /**
     * Replaces the content of a section.
     *
     * @throws IllegalArgumentException if the document has no such section
     */
    void replace(String section, String content) {
        String begin = "<!-- generated: " + section + " -->\n";
        String end = "<!-- end: " + section + " -->";
        int from = text.indexOf(begin);
        int to = text.indexOf(end);
        if (from < 0 || to < from) {
            throw new IllegalArgumentException(
                    "the document has no section '" + section + "'; add the lines " + begin.strip() + " and " + end);
        }
        text = text.substring(0, from + begin.length()) + "\n" + content.strip() + "\n\n" + text.substring(to);
    }

    String text() {
        return text;
    }
}
