package dev.daybook.contract.memory;

import dev.daybook.model.EntryRef;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import java.util.List;

/** A statement about a message. */
final class StatementFixture {

    private StatementFixture() {}

    static Statement of(EntryRef episode) {
        return new Statement(
                "Ada will not sail to Porto before spring.",
                "Ada",
                StatementKind.PLAN,
                true,
                List.of(new MessageRef(episode, 0)),
                GroundingClass.RESOLVED,
                "before spring");
    }
}
