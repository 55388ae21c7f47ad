package dev.daybook.internal.notes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.fuzz.FuzzTarget;
import java.util.List;

/** The parser of the core as a document, which a model writes. */
public final class CoreTargets {

    private CoreTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofText(
                "core-markdown",
                CoreTargets::core,
                "# SOUL\nkind\n\n# TOOLS ##\n\n# RULE\n- one\n```\n# code\n```\n# USER\nAda\n"));
    }

    private static void core(String text) {
        CoreMarkdown.read(text)
                .ifPresent(sections -> assertThat(CoreMarkdown.read(CoreMarkdown.of(sections::get)))
                        .hasValue(sections));
    }
}
