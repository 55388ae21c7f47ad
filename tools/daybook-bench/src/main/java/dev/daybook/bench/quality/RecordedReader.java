package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataStatement;
import dev.daybook.internal.inference.PromptData;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.local.ApproximateTokens;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A model that answers a window with the recorded statements about its new messages, and counts its calls and the
 * tokens of its prompts.
 */
final class RecordedReader implements LanguageModel {

    private static final Pattern NUMBERED = Pattern.compile("(\\d+) (.*)", Pattern.DOTALL);

    private final List<DataStatement> statements;
    private final ApproximateTokens counter = new ApproximateTokens();
    private int calls;
    private int answered;
    private long tokens;

    RecordedReader(List<DataStatement> statements) {
        this.statements = statements;
    }

    static String line(String speaker, String text) {
        return speaker + ": " + text;
    }

    int calls() {
        return calls;
    }

    int answered() {
        return answered;
    }

    long tokens() {
        return tokens;
    }

    @Override
    public String name() {
        return "recorded";
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.JSON_SCHEMA);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        calls++;
        tokens += counter.count(request.system()) + counter.count(request.user());
        Map<String, Integer> fresh = lines(request, Set.of("messages"));
        Map<String, Integer> all = lines(request, Set.of("earlier", "messages"));
        List<Object> items = new ArrayList<>();
        for (DataStatement statement : statements) {
            List<String> lines = statement.sources().stream()
                    .map(turn -> line(turn.message().speaker(), turn.message().text()))
                    .toList();
            if (fresh.containsKey(lines.get(0))) {
                Map<String, @Nullable Object> item = PlainJson.object("s", statement.text());
                item.put("about", statement.speaker());
                item.put(
                        "from",
                        lines.stream().filter(all::containsKey).map(all::get).toList());
                items.add(item);
            }
        }
        answered += items.size();
        return ModelAnswer.of(PlainJson.write(Map.of("statements", items)));
    }

    /** Returns the numbers of the messages of some blocks. */
    private static Map<String, Integer> lines(ModelRequest request, Set<String> blocks) {
        Map<String, Integer> lines = new LinkedHashMap<>();
        PromptData.parse(request.user()).stream()
                .filter(block -> blocks.contains(block.name()))
                .flatMap(block -> block.items().stream())
                .map(NUMBERED::matcher)
                .filter(Matcher::matches)
                .forEach(item -> lines.putIfAbsent(item.group(2), Integer.valueOf(item.group(1))));
        return lines;
    }
}
