package dev.daybook.contract.derivation;

import dev.daybook.model.EntryRef;
import dev.daybook.model.GroundingClass;
import dev.daybook.model.MessageRef;
import dev.daybook.model.Statement;
import dev.daybook.model.StatementKind;
import java.util.List;

/** A statement about a message. */
public final class StatementFixture {

    private StatementFixture() {}

    public static Statement of(EntryRef episode) {
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
