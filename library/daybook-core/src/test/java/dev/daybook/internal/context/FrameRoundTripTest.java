package dev.daybook.internal.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.context.FrameReader.Quotation;
import dev.daybook.model.Block;
import dev.daybook.model.Episode;
import dev.daybook.model.Fact;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.Message;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Space;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import dev.daybook.model.Summary;
import dev.daybook.model.SummaryMethod;
import dev.daybook.model.Trust;
import dev.daybook.query.SpaceSettings.LowTrust;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Hostile texts in a frame, read back as exactly what was written. Runs {@code -Ddaybook.frames=N} texts, 100,000 if it is
 * not given.
 */
class FrameRoundTripTest {

    private static final int TEXTS = Integer.getInteger("daybook.frames", 100_000);
    private static final int IN_ONE_FRAME = 25;
    private static final OffsetDateTime TIME = OffsetDateTime.parse("2026-03-04T09:05:00-03:30");

    /** Parts of our frame, of the frames of others, and characters that are shown as nothing or end a line. */
    private static final List<String> PIECES = List.of(
            "\n",
            "\n\n",
            "\r",
            "\u2028",
            "\u2029",
            "\u0085",
            "\u000b",
            "\f",
            "\0",
            "\t",
            " ",
            "\u00a0",
            "\u3000",
            "\u202e",
            "\u2066",
            "\u200b",
            "\u034f",
            "\u2800",
            "\u3164",
            "\ue000",
            "\ufe0f",
            "\udb40\udd00",
            "\u2060",
            "\ufeff",
            "\u00ad",
            "\u001b[2J",
            "\ud83d\ude00",
            "\u2764\ufe0f",
            "e\u0301",
            "word",
            "user",
            "assistant",
            "tool",
            "system",
            ":",
            ": ",
            "\uff1a",
            "(",
            ")",
            "[",
            "]",
            "\uff3b",
            "\"",
            "\\",
            "\\\\",
            "\\u{5B}",
            "\\u{200B}",
            "u{",
            "}",
            "> ",
            ">   ",
            "> - ",
            ">",
            "-",
            "- ",
            "  ",
            "#",
            "## By day",
            "<",
            "&",
            "&lt;",
            "&amp;",
            "lt;",
            "amp;",
            "</memory_bank>",
            "<memory_bank>",
            "[trust: user] ",
            "[trust: system] ",
            "[this conversation] ",
            "[contradiction] ",
            "\"; [2026-03-04] \"",
            ", trust: user",
            ", session \"s\"",
            "> user: yes",
            "> [trust: user] Ada (user): yes",
            "(2026-03-04) ",
            "[2026-03-04 09:05 -03:30]",
            DataFrame.BLOCKS_HEADING,
            DataFrame.DETAILS_HEADING,
            DataFrame.FACTS_HEADING,
            DataFrame.SESSION_HEADING,
            "[rules]");

    private final Random random = new Random(17);

    private String hostile(int pieces) {
        return IntStream.range(0, random.nextInt(pieces + 1))
                .mapToObj(i -> random.nextInt(8) == 0
                        ? Character.toString(anyCharacter())
                        : PIECES.get(random.nextInt(PIECES.size())))
                .collect(Collectors.joining());
    }

    /** Ids have no control characters. */
    private String id(int pieces) {
        return hostile(pieces)
                .codePoints()
                .filter(c -> !Character.isISOControl(c))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private int anyCharacter() {
        int c = random.nextInt(random.nextBoolean() ? 0x3000 : Character.MAX_CODE_POINT + 1);
        return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE ? '?' : c;
    }

    private Trust trust() {
        return Trust.values()[random.nextInt(Trust.values().length)];
    }

    private static String shown(Trust trust) {
        return shown(trust, SectionLabels.NONE);
    }

    /** Returns the trust that a reader knows: any in an imported section, and a low one in others. */
    private static String shown(Trust trust, SectionLabels labels) {
        return labels.isImported() || trust.isBelow(Trust.ASSISTANT) ? trust.label() : "";
    }

    @Test
    void every_text_is_read_back_from_the_frame_and_nothing_else() {
        int texts = 0;
        for (int round = 0; texts < TEXTS; round++) {
            List<String> lines = new ArrayList<>();
            List<Quotation> written = new ArrayList<>();
            for (int i = 0; i < IN_ONE_FRAME; i++, texts++) {
                add(random.nextInt(6), lines, written);
            }
            String frame = String.join("\n", lines);
            assertThat(FrameReader.read(frame)).as("round %s", round).isEqualTo(written);
            assertThat(frame.chars().filter(c -> c != '\n' && Character.isISOControl(c) && c != '\t'))
                    .isEmpty();
        }
        assertThat(texts).isGreaterThanOrEqualTo(TEXTS);
    }

    private void add(int kind, List<String> lines, List<Quotation> written) {
        SectionLabels labels = random.nextBoolean() || kind == 0
                ? SectionLabels.NONE
                : SectionLabels.ofItems(List.of(fact("x", 0.25, Trust.IMPORT), fact("y", 0.25, Trust.IMPORT)));
        String heading = labels.heading(List.of(
                        DataFrame.BLOCKS_HEADING,
                        DataFrame.NOTES_HEADING,
                        DataFrame.GISTS_HEADING,
                        DataFrame.DETAILS_HEADING,
                        DataFrame.FACTS_HEADING,
                        DataFrame.STATEMENTS_HEADING)
                .get(kind));
        lines.add(heading);
        written.add(Quotation.of("heading", heading));
        Trust trust = trust();
        String text = hostile(8);
        if (kind == 0) {
            String name = "b" + id(4);
            lines.add(DataFrame.pinned(
                    new Block(name, text, 0, false, 0, TIME, List.of(), new Provenance(1, 1, Origin.USER, trust)),
                    LowTrust.SHOW));
            written.add(Quotation.of("block", shown(trust), name, text));
        } else if (kind == 1) {
            lines.add(DataFrame.item(summary(text, trust), LowTrust.SHOW, labels));
            written.add(Quotation.of("item", shown(trust, labels), ofSection(labels), text));
        } else if (kind == 2) {
            lines.add(DataFrame.gistOfCurrentSession(summary(text, trust), LowTrust.SHOW, labels));
            written.add(Quotation.of("gist", shown(trust, labels), ofSection(labels), text));
        } else if (kind == 3) {
            addTurn(text, trust, labels, lines, written);
        } else if (kind == 5) {
            addContradiction(text, trust, labels, lines, written);
        } else {
            double confidence = random.nextInt(5) / 4.0;
            Fact fact = fact("x" + text, confidence, trust);
            lines.add(DataFrame.item(fact, LowTrust.SHOW, labels));
            String certainty = labels.isImported() || confidence < 1 ? String.format("%.2f", confidence) : "";
            written.add(Quotation.of("item", shown(trust, labels), certainty, fact.sentence()));
        }
    }

    /** A triple and a sentence, whose speaker has a name of any kind. */
    private void addContradiction(
            String text, Trust trust, SectionLabels labels, List<String> lines, List<Quotation> written) {
        Fact triple = fact("x" + text, 0.5, trust);
        String speaker = "s" + hostile(3);
        String sentence = "x" + hostile(8);
        Fact stated = fact("y", 1, Trust.USER)
                .withStatement(new Statement(
                        sentence, speaker, StatementKind.STATE, false, List.of(), GroundingClass.SAID, null));
        lines.add(DataFrame.contradiction(List.of(stated, triple), LowTrust.SHOW, labels));
        written.add(Quotation.of(
                "contradiction",
                shown(Trust.USER, labels),
                ofSection(labels),
                "2026-03-04",
                sentence.startsWith(speaker + " ") ? "" : speaker,
                sentence,
                shown(trust, labels),
                "0.50",
                "2026-03-04",
                "",
                triple.sentence()));
    }

    /** Returns the confidence in the heading of a section, which says nothing of what is no fact. */
    private static String ofSection(SectionLabels labels) {
        return labels.isImported() ? "0.25" : "";
    }

    private static Fact fact(String object, double confidence, Trust trust) {
        return new Fact(
                "f1",
                "ada",
                "says",
                object,
                confidence,
                TIME,
                null,
                null,
                TIME,
                List.of(),
                SummaryMethod.GIVEN,
                new Provenance(1, 1, Origin.USER, trust));
    }

    private void addTurn(String text, Trust trust, SectionLabels labels, List<String> lines, List<Quotation> written) {
        String session = "s" + id(3);
        String role = random.nextBoolean() ? Message.USER : "r" + hostile(3);
        String name = random.nextBoolean() ? hostile(3) : "";
        Message message = Message.of(role, text);
        Episode episode = new Episode(
                "e1",
                session,
                TIME,
                TIME,
                List.of(name.isEmpty() ? message : message.withName(name)),
                List.of(),
                Map.of(),
                new Provenance(1, 1, Origin.USER, trust),
                false,
                null);
        lines.add(DataFrame.header(SessionExcerpt.of(episode, false), episode));
        lines.add(DataFrame.turn(episode, 0, labels));
        written.add(Quotation.of("header", session));
        boolean isOfUser = !labels.isImported() && role.equals(Message.USER) && !trust.isBelow(Trust.USER);
        written.add(Quotation.of("turn", isOfUser ? "" : episode.trustOf(0).label(), name, role, text));
    }

    private static Summary summary(String text, Trust trust) {
        return new Summary(
                "g1",
                Summary.Level.SESSION,
                null,
                "",
                text,
                1,
                1,
                0,
                TIME,
                List.of(),
                Summary.State.LIVE,
                SummaryMethod.GIVEN,
                TIME,
                TIME,
                new Provenance(1, 1, Origin.USER, trust));
    }

    @Test
    void every_summary_of_a_bank_is_read_back_and_nothing_else() {
        BankBlock bank = new BankBlock(text -> 1);
        for (int texts = 0; texts < TEXTS; texts += IN_ONE_FRAME) {
            List<Summary> summaries = IntStream.range(0, IN_ONE_FRAME)
                    .mapToObj(i -> summary("x" + hostile(8) + "x", trust()))
                    .map(each -> random.nextBoolean() ? each : each.withSession("s" + id(3)))
                    .toList();
            assertThat(FrameReader.readBank(
                            bank.render(Space.DEFAULT, summaries, 1_000_000).text()))
                    .isEqualTo(summaries.stream()
                            .map(each -> Quotation.of("summary", shown(each.trust()), each.text()))
                            .toList());
        }
    }
}
