package dev.daybook.quarkus;

import dev.langchain4j.agent.tool.Tool;
import jakarta.enterprise.context.ApplicationScoped;

/** A tool of the model. */
@ApplicationScoped
public class FerryTimes {

    /** Returns the time of the next ferry. */
    @Tool("Returns the time of the next ferry to an island")
    public String next(String island) {
        return island.equals("Capri") ? "09:05" : "none today";
    }
}
