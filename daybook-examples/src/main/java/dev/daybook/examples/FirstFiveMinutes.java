package dev.daybook.examples;

import static dev.daybook.data.Message.assistant;
import static dev.daybook.data.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.data.Context;
import dev.daybook.data.Hit;
import java.nio.file.Path;
import java.util.List;

/** The first example of the README: remember, recall, and the context for the next answer. Makes a folder {@code memory}. */
public final class FirstFiveMinutes {

    private FirstFiveMinutes() {}

    public static void main(String[] arguments) {
        // tag::readme[]
        try (Daybook daybook = Daybook.open(Path.of("memory"))) {
            Memory ada = daybook.user("ada");
            ada.remember("s1", user("I moved to Lisbon in May."), assistant("Lovely! How is it?"));
            List<Hit> hits = ada.recall("where did she move to?");
            Context context = ada.context("s2", "Is it warm in Lisbon?"); // for the model, within a token budget
            hits.forEach(hit -> System.out.println(hit.text()));
            System.out.println(context.text());
        }
        // end::readme[]
    }
}
