package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.BrokenData;
import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataFields;
import dev.daybook.bench.quality.data.DataFile;
import dev.daybook.bench.quality.data.TurnTime;
import dev.daybook.spi.GroundingPolicy.Claim;
import dev.daybook.spi.GroundingPolicy.SourceMessage;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One text of a model with its sources.
 *
 * @param faulty the wrong sentence of a summary; null: none
 * @param cited indexes into the sources; empty: none known
 */
record GroundingCase(
        String kind, String text, @Nullable String faulty, List<Integer> cited, List<SourceMessage> sources) {

    private static final String SUMMARY = "summary";

    static List<GroundingCase> read(DataFile file) {
        List<GroundingCase> cases = new ArrayList<>();
        file.eachLine(row -> cases.add(of(row)));
        if (cases.isEmpty()) {
            throw new BrokenData(file.path() + " is empty; give one case a line");
        }
        return cases;
    }

    private static GroundingCase of(DataFields row) {
        OffsetDateTime time = TurnTime.of(row.optionalText("time")).orElse(TurnTime.UNKNOWN);
        List<SourceMessage> sources = row.objects("sources").stream()
                .map(source -> SourceMessage.of(DataConversation.message(source), time))
                .toList();
        return new GroundingCase(
                row.text("kind"), row.text("text"), row.optionalText("faulty"), row.numbers("cited"), sources);
    }

    boolean isSummary() {
        return kind.startsWith(SUMMARY);
    }

    Claim claim(boolean withCitations) {
        return withCitations ? new Claim(text, cited) : Claim.of(text);
    }
}
