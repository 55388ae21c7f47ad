package dev.daybook.examples;

import static dev.daybook.model.Message.assistant;
import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.Session;
import dev.daybook.outcome.Context;
import dev.daybook.outcome.Hit;
import java.nio.file.Path;
import java.util.List;

/** The first example of the README: remember, recall, and the context for the next answer. Makes a folder {@code memory}. */
public final class FirstFiveMinutes {

    private FirstFiveMinutes() {}

    public static void main(String[] arguments) {
        // tag::readme[]
        try (Daybook daybook = Daybook.open(Path.of("memory"))) {
            Memory ada = daybook.user("ada");
            Session monday = ada.session("monday");
            monday.remember(user("I moved to Lisbon in May."), assistant("Lovely! How is it?"));

            List<Hit> hits = ada.recall("where did she move to?");
            hits.forEach(hit -> System.out.println(hit.text()));

            Session tuesday = ada.session("tuesday");
            Context context = tuesday.context("Is it warm in Lisbon?"); // for the model, within a token budget
            System.out.println(context.text());
        }
        // end::readme[]
    }
}
