package dev.daybook.server.mcp;

import static dev.daybook.server.mcp.ToolSchema.object;
import static dev.daybook.server.mcp.ToolSchema.text;
import static dev.daybook.server.mcp.ToolSchema.whole;

import dev.daybook.internal.checks.EnumLabels;
import dev.daybook.internal.json.EntryAnswers;
import dev.daybook.internal.json.HitCodec;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.internal.json.QueryCodec;
import dev.daybook.model.Block;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.FactAssessment.EffectKind;
import dev.daybook.outcome.Hit;
import dev.daybook.query.ContextOptions;
import dev.daybook.query.FactQuery;
import dev.daybook.query.Query;
import dev.daybook.query.RecentTurns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reading tools. Their answers are shorter than the answers of REST, because a model pays for every token. */
final class ReadingTools {

    /** More hits than a model reads. */
    static final int MAX_HITS = 100;

    static final int DEFAULT_FACTS = 100;
    static final int MAX_FACTS = 1_000;

    static final Map<String, Object> BLOCK = object(
            text("name", "Its name."),
            text("content", "What it says."),
            whole("version", "Give it to 'update_block'."),
            ToolSchema.truth("agentWritable", "Whether 'update_block' may change it."),
            whole("maxLength", "How many characters it may have; 0: any number."),
            text("trust", "Where the content is from: system, user, assistant, tool, import or unknown."));

    private ReadingTools() {}

    static MemoryTool.Answer recall(McpContext mcpContext, JsonFields arguments) {
        Query query = Query.of(arguments.text("query"))
                .from(LenientFields.begin(arguments, "from"))
                .to(LenientFields.end(arguments, "to"))
                .limit(limit(arguments, Query.DEFAULT_LIMIT, MAX_HITS));
        String by = arguments.optionalText("by");
        Double minimumConfidence = LenientFields.decimal(arguments, "minimumConfidence");
        query = query.collapse(arguments.truth("collapse"));
        arguments.done();
        query = by == null ? query : query.by(Query.By.of(by));
        query = query.minimumConfidence(minimumConfidence);
        return MemoryTool.Answer.of(PlainJson.object(
                "hits",
                mcpContext.memory().recall(query).stream()
                        .map(hit -> hit(mcpContext, hit))
                        .toList()));
    }

    static MemoryTool.Answer context(McpContext mcpContext, JsonFields arguments) {
        String prompt = arguments.text("prompt");
        String session = arguments.optionalText("session");
        Integer maxTokens = LenientFields.whole(arguments, "maxTokens");
        ContextOptions options =
                ContextOptions.defaults().recent(QueryCodec.RECENT.read(arguments, "recent", RecentTurns.all()));
        Double relevanceFloor = LenientFields.decimal(arguments, "relevanceFloor");
        arguments.done();
        if (maxTokens != null && maxTokens < 0) {
            throw new IllegalArgumentException("field 'maxTokens' is " + maxTokens + "; use 0 or more");
        }
        options = maxTokens == null ? options : options.maxTokens(maxTokens);
        options = relevanceFloor == null ? options : options.relevanceFloor(relevanceFloor);
        Context context = mcpContext
                .memory()
                .session(session == null ? mcpContext.session() : session)
                .context(prompt, options);
        Map<String, @Nullable Object> answer = PlainJson.object("text", context.text());
        answer.put("tokens", context.tokens());
        List<Object> sections = new ArrayList<>();
        for (Context.Section section : context.sections()) {
            Map<String, @Nullable Object> part = PlainJson.object("name", section.name());
            part.put("tokens", section.tokens());
            sections.add(part);
        }
        answer.put("sections", sections);
        answer.put("leftOut", context.leftOut().size());
        return new MemoryTool.Answer(answer, context.text());
    }

    static MemoryTool.Answer listFacts(McpContext mcpContext, JsonFields arguments) {
        String text = arguments.optionalText("text");
        FactQuery query = FactQuery.all()
                .subject(arguments.optionalText("subject"))
                .predicate(arguments.optionalText("predicate"))
                .validAt(mcpContext.clock().instant())
                .limit(limit(arguments, DEFAULT_FACTS, MAX_FACTS));
        arguments.done();
        List<Map<String, @Nullable Object>> facts = text == null
                ? mcpContext.memory().facts().list(query).stream()
                        .map(fact -> fact(mcpContext, fact, null))
                        .toList()
                : met(mcpContext, text, query);
        return MemoryTool.Answer.of(PlainJson.object("facts", facts));
    }

    /** Returns the facts of a query that a text of the user would repeat, refine, end or contradict. */
    private static List<Map<String, @Nullable Object>> met(McpContext mcpContext, String text, FactQuery query) {
        if (text.isBlank()) {
            throw new IllegalArgumentException("field 'text' is blank; give a text to compare, or leave it out");
        }
        Message said = Message.user(text);
        NewEpisode episode = NewEpisode.of(said).origin(WritingTools.origin(mcpContext, said));
        return mcpContext.memory().facts().assess(episode).effects().stream()
                .filter(effect -> effect.present() != null && query.matches(effect.present()))
                .limit(query.limit())
                .map(effect -> fact(mcpContext, effect.present(), effect.kind()))
                .toList();
    }

    private static Map<String, @Nullable Object> fact(McpContext mcpContext, Fact fact, @Nullable EffectKind effect) {
        Map<String, @Nullable Object> answer =
                EntryAnswers.write(mcpContext.memory().scope(), fact);
        answer.put("effect", effect == null ? null : EnumLabels.label(effect));
        return ToolSchema.select(MemoryTools.FACT, answer);
    }

    static MemoryTool.Answer searchNotes(McpContext mcpContext, JsonFields arguments) {
        String query = arguments.text("query");
        int limit = limit(arguments, Query.DEFAULT_LIMIT, MAX_HITS);
        arguments.done();
        List<Hit> notes = query.isBlank()
                ? mcpContext.memory().recall(Query.of("").kinds(Kind.NOTE).limit(limit))
                : mcpContext.memory().notes().recall(query, limit);
        return MemoryTool.Answer.of(PlainJson.object(
                "notes", notes.stream().map(hit -> hit(mcpContext, hit)).toList()));
    }

    static MemoryTool.Answer getBlocks(McpContext mcpContext, JsonFields arguments) {
        arguments.done();
        return MemoryTool.Answer.of(blocks(mcpContext));
    }

    /** Returns all blocks; also used by the resource. */
    static Map<String, @Nullable Object> blocks(McpContext mcpContext) {
        return PlainJson.object(
                "blocks",
                mcpContext.memory().blocks().list().stream()
                        .map(ReadingTools::block)
                        .toList());
    }

    static Map<String, @Nullable Object> block(Block block) {
        Map<String, @Nullable Object> answer = PlainJson.object("name", block.name());
        answer.put("content", block.content());
        answer.put("version", block.revision());
        answer.put("agentWritable", block.agentWritable());
        answer.put("maxLength", block.maxLength());
        answer.put("updatedAt", IsoTimes.format(block.updatedAt()));
        answer.put("trust", block.trust().label());
        return answer;
    }

    /** Writes a hit; the scope only of one that this memory does not write to: each token has a price. */
    private static Map<String, @Nullable Object> hit(McpContext mcpContext, Hit hit) {
        boolean isJoined = !hit.scope().equals(mcpContext.memory().scope());
        return ToolSchema.select(MemoryTools.HIT, new HitCodec(false, false, isJoined).write(hit));
    }

    private static int limit(JsonFields arguments, int otherwise, int most) {
        Integer limit = LenientFields.whole(arguments, "limit");
        if (limit == null) {
            return otherwise;
        }
        if (limit < 1 || limit > most) {
            throw new IllegalArgumentException("field 'limit' is " + limit + "; use 1 to " + most);
        }
        return limit;
    }
}
