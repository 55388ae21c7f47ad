package dev.daybook.internal.inference;

import dev.daybook.internal.json.JsonValue;
import dev.daybook.model.StatementKind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The forms of answer that the derivations use. The schema names come from the predecessor programs. */
public final class OutputForms {

    /** A memory is a sentence or a few; a longer one is a model repeating itself. */
    static final int MAX_MEMORY_LENGTH = 2_000;

    /** One session that fits into a prompt does not hold more. */
    static final int MAX_MEMORIES = 100;

    /** The core is part of every context: eight bullets or so in four sections. */
    static final int MAX_CORE_LENGTH = 8_000;

    static final int MAX_FACTS = 20;

    /** A name with titles. */
    static final int MAX_SUBJECT_LENGTH = 100;

    /** The prompt asks for one or two words; small models write the whole sentence instead. */
    static final int MAX_PREDICATE_LENGTH = 60;

    /** A name, a value or a phrase. */
    static final int MAX_OBJECT_LENGTH = 500;

    /** A sentence that stands alone. */
    static final int MAX_SENTENCE_LENGTH = 400;

    /** Ten words or so. */
    static final int MAX_QUOTE_LENGTH = 120;

    /** A sentence joins a few messages; more numbers say that the model names all. */
    static final int MAX_CITATIONS = 8;

    /** A window of short messages does not hold more. */
    static final int MAX_STATEMENTS = 120;

    private static final String NO_RELATION = "none";

    private static final String COMPLETE = "complete";
    private static final String INCOMPLETE = "incomplete";

    /** A text split into memories. */
    public static final JsonForm<List<String>> SPLIT = JsonForm.object(
            "PreMemorySplitResponse",
            JsonSchemas.object(Map.of("contents", JsonSchemas.list(JsonSchemas.text(MAX_MEMORY_LENGTH), MAX_MEMORIES))),
            answer -> answer.member("contents").texts(MAX_MEMORIES, MAX_MEMORY_LENGTH));

    /** Existing and new memories merged into one set. */
    public static final JsonForm<NoteReconstruction> RECONSTRUCTION = JsonForm.object(
            "MemoryReconstructionResponse",
            JsonSchemas.object(Map.of(
                    "memories", JsonSchemas.list(JsonSchemas.text(MAX_MEMORY_LENGTH), MAX_MEMORIES),
                    "coverage", JsonSchemas.oneOf(Stream.of(COMPLETE, INCOMPLETE)))),
            answer -> new NoteReconstruction(
                    answer.member("memories").texts(MAX_MEMORIES, MAX_MEMORY_LENGTH),
                    isComplete(answer.member("coverage"))));

    /** The decision on a change of the core, with its new text. */
    public static final JsonForm<CoreUpdate> CORE_UPDATE = JsonForm.object(
            "CoreUpdateResponse",
            JsonSchemas.object(Map.of(
                    "should_update", JsonSchemas.flag(), "core_markdown", JsonSchemas.textOrNull(MAX_CORE_LENGTH))),
            OutputForms::coreUpdate);

    /** The statements of a window, without malformed ones; of triples the first 20. */
    public static final JsonForm<ExtractionAnswer> FACTS = JsonForm.list(
            "FactsResponse",
            "statements",
            JsonSchemas.list(statement(), MAX_STATEMENTS),
            new StatementListParser(MAX_STATEMENTS, MAX_FACTS));

    private OutputForms() {}

    private static JsonValue.Members statement() {
        Map<String, JsonValue> members = new HashMap<>();
        members.put("s", JsonSchemas.text(MAX_SENTENCE_LENGTH));
        members.put("about", JsonSchemas.text(MAX_SUBJECT_LENGTH));
        members.put("from", JsonSchemas.list(JsonSchemas.whole(), MAX_CITATIONS));
        members.put("quote", JsonSchemas.text(MAX_QUOTE_LENGTH));
        members.put("kind", JsonSchemas.oneOf(Stream.of(StatementKind.values()).map(StatementKind::label)));
        members.put("neg", JsonSchemas.flag());
        members.put("when", JsonSchemas.textOrNull(MAX_QUOTE_LENGTH));
        members.put(
                "rel", JsonSchemas.oneOf(Stream.concat(ExtractedStatement.RELATIONS.stream(), Stream.of(NO_RELATION))));
        members.put("obj", JsonSchemas.textOrNull(MAX_OBJECT_LENGTH));
        return JsonSchemas.object(members);
    }

    private static boolean isComplete(JsonPart coverage) throws UnusableOutput {
        String text = coverage.text(MAX_MEMORY_LENGTH);
        if (!text.equals(COMPLETE) && !text.equals(INCOMPLETE)) {
            throw new UnusableOutput("coverage must be \"" + COMPLETE + "\" or \"" + INCOMPLETE + "\"");
        }
        return text.equals(COMPLETE);
    }

    private static CoreUpdate coreUpdate(JsonPart answer) throws UnusableOutput {
        boolean shouldUpdate = answer.member("should_update").flag();
        JsonPart markdown = answer.member("core_markdown");
        if (!shouldUpdate) {
            if (!markdown.isAbsent()) {
                markdown.text(MAX_CORE_LENGTH);
            }
            return new CoreUpdate(null);
        }
        String core = markdown.text(MAX_CORE_LENGTH);
        if (core.isBlank()) {
            throw new UnusableOutput("core_markdown must not be blank if should_update is true");
        }
        return new CoreUpdate(core);
    }
}
