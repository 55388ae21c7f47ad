package dev.daybook.internal.inference;

import java.util.List;

/**
 * The answer of a model that read messages for facts.
 *
 * @param statements the statements with their messages
 * @param triples facts without a sentence, as a prompt of the user's own may ask for
 */
public record ExtractionAnswer(List<ExtractedStatement> statements, List<ExtractedFact> triples) {

    public ExtractionAnswer {
        statements = List.copyOf(statements);
        triples = List.copyOf(triples);
    }
}
