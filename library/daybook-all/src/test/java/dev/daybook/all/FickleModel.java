package dev.daybook.all;

import dev.daybook.internal.inference.PromptData;
import dev.daybook.spi.LanguageModel;
import dev.daybook.spi.ModelAnswer;
import dev.daybook.spi.ModelRequest;
import dev.daybook.spi.OutputMode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A model whose answer depends on the request and on the edition of the model: no two editions agree on a
 * fact or a gist. Its answers rest on their sources. The editions with an odd number fail on a part of the inputs.
 */
final class FickleModel implements LanguageModel {

    private static final int FAILS_ON_ONE_OF = 4;

    private static final List<String> KINDS = List.of("state", "opinion", "event");

    private final int edition;

    FickleModel(int edition) {
        this.edition = edition;
    }

    @Override
    public String name() {
        return "fickle-" + edition;
    }

    @Override
    public List<OutputMode> modes() {
        return List.of(OutputMode.PROMPT);
    }

    @Override
    public ModelAnswer answer(ModelRequest request) {
        if (edition % 2 == 1 && Math.floorMod(request.user().hashCode(), FAILS_ON_ONE_OF) == 0) {
            return ModelAnswer.of("");
        }
        Map<String, PromptData> blocks =
                PromptData.parse(request.user()).stream().collect(Collectors.toMap(PromptData::name, block -> block));
        PromptData turns = blocks.get("new_turns");
        return ModelAnswer.of(turns == null ? facts(blocks) : gist(turns.items()));
    }

    /** A statement for each message, of another kind in each edition. */
    private String facts(Map<String, PromptData> blocks) {
        PromptData said = blocks.get("messages");
        if (said == null) {
            throw new IllegalStateException(
                    "asked for something that is neither a fact nor a gist: " + blocks.keySet());
        }
        return said.items().stream()
                .filter(line -> !line.startsWith("["))
                .map(this::statement)
                .collect(Collectors.joining(",", "[", "]"));
    }

    private String statement(String line) {
        String kind = KINDS.get(edition % KINDS.size());
        return "{\"s\":\"The user likes plums from crate " + line.substring(line.lastIndexOf(' ') + 1)
                + ".\",\"about\":\"user\",\"from\":[" + line.substring(0, line.indexOf(' ')) + "],\"kind\":\"" + kind
                + "\"}";
    }

    /** Another turn of them in each edition. */
    private String gist(List<String> turns) {
        String turn = turns.get(edition % turns.size());
        return turn.substring(turn.indexOf(':') + 1).strip();
    }
}
