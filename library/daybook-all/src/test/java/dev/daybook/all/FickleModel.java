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
        return ModelAnswer.of(turns == null ? fact(blocks) : gist(turns.items()));
    }

    /** The predicate is free but for names and numbers; the object must have been said. */
    private String fact(Map<String, PromptData> blocks) {
        PromptData said = blocks.get("user_said");
        if (said == null) {
            throw new IllegalStateException(
                    "asked for something that is neither a fact nor a gist: " + blocks.keySet());
        }
        return "[{\"subject\":\"crate\",\"predicate\":\"told to edition " + letters() + "\",\"object\":\""
                + object(said.text()) + "\",\"confidence\":1}]";
    }

    private String letters() {
        return Integer.toString(edition)
                .chars()
                .mapToObj(digit -> String.valueOf((char) ('a' + digit - '0')))
                .collect(Collectors.joining());
    }

    private static String object(String said) {
        return said.substring(said.lastIndexOf(' ') + 1);
    }

    /** Another turn of them in each edition. */
    private String gist(List<String> turns) {
        String turn = turns.get(edition % turns.size());
        return turn.substring(turn.indexOf(':') + 1).strip();
    }
}
