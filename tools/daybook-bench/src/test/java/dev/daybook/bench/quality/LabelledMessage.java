package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataFields;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A message with the lasting facts that it states about its speaker. */
record LabelledMessage(Message message, List<LabelledFact> facts) {

    static List<LabelledMessage> read(DataFile file) {
        List<LabelledMessage> messages = new ArrayList<>();
        file.eachLine(row -> messages.add(new LabelledMessage(
                new Message(row.text("role"), row.optionalText("name"), row.text("text")), labels(row))));
        return messages;
    }

    private static List<LabelledFact> labels(DataFields row) {
        if (!(row.object().get("facts") instanceof List<?> labels)) {
            throw new IllegalArgumentException("field 'facts' is no array; give an array of objects, or an empty one");
        }
        return labels.stream().map(LabelledMessage::label).toList();
    }

    private static LabelledFact label(Object label) {
        if (!(label instanceof Map<?, ?>)) {
            throw new IllegalArgumentException("a fact is no object; give subject, predicate and object");
        }
        @SuppressWarnings("unchecked") // PlainJson makes no other maps
        DataFields fields = new DataFields((Map<String, @Nullable Object>) label);
        return LabelledFact.of(fields);
    }
}
