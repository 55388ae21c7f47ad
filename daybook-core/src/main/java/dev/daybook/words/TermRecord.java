package dev.daybook.words;

import dev.daybook.codec.ByteReader;
import dev.daybook.codec.ByteWriter;
import dev.daybook.data.Episode;
import dev.daybook.data.Message;
import dev.daybook.spi.Blob;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the index of a scope needs of an entry, made once when it is written and stored beside it, so that nothing is
 * analysed again when the scope is loaded.
 *
 * @param offsetSeconds the offset of the time of happening: the date that people speak of is the local one
 * @param messages one for each message
 */
public record TermRecord(int offsetSeconds, List<Line> messages) {

    /** The name of the sidecar. */
    public static final String SIDECAR = "terms/" + English.NAME;

    /** That of {@link java.time.ZoneOffset#MAX}. */
    private static final int MAX_OFFSET_SECONDS = 18 * 60 * 60;

    public TermRecord {
        messages = List.copyOf(messages);
    }

    /**
     * One message.
     *
     * @param terms its distinct terms, in order of first appearance
     * @param sequence the message as indexes into {@code terms}: frequencies and passages follow from it
     */
    public record Line(String role, @Nullable String name, List<String> terms, List<Integer> sequence) {
        public Line {
            terms = List.copyOf(terms);
            sequence = List.copyOf(sequence);
        }
    }

    public static TermRecord of(Episode episode) {
        List<Line> lines = new ArrayList<>();
        for (Message message : episode.messages()) {
            Map<String, Integer> places = new LinkedHashMap<>();
            List<Integer> sequence = new ArrayList<>();
            for (String term : English.terms(message.text())) {
                sequence.add(places.computeIfAbsent(term, unused -> places.size()));
            }
            lines.add(new Line(message.role(), message.name(), List.copyOf(places.keySet()), sequence));
        }
        return new TermRecord(episode.occurredAt().getOffset().getTotalSeconds(), lines);
    }

    public Blob encode() {
        ByteWriter out = new ByteWriter().number(offsetSeconds).number(messages.size());
        for (Line line : messages) {
            out.text(line.role()).optionalText(line.name()).number(line.terms().size());
            line.terms().forEach(out::text);
            out.number(line.sequence().size());
            line.sequence().forEach(out::number);
        }
        return out.toBlob();
    }

    public static TermRecord decode(Blob blob) {
        ByteReader in = new ByteReader(blob);
        long offsetSeconds = in.number();
        if (Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS) {
            throw ByteReader.damaged("an offset is " + offsetSeconds + " seconds");
        }
        List<Line> lines = new ArrayList<>();
        for (int left = in.count(); left > 0; left--) {
            String role = in.text();
            String name = in.optionalText();
            List<String> terms = new ArrayList<>();
            for (int more = in.count(); more > 0; more--) {
                terms.add(in.text());
            }
            List<Integer> sequence = new ArrayList<>();
            for (int more = in.count(); more > 0; more--) {
                long place = in.number();
                if (place < 0 || place >= terms.size()) {
                    throw ByteReader.damaged("term " + place + " of " + terms.size());
                }
                sequence.add((int) place);
            }
            lines.add(new Line(role, name, terms, sequence));
        }
        return new TermRecord((int) offsetSeconds, lines);
    }
}
