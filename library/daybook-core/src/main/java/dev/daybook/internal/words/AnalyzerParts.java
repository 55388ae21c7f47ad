package dev.daybook.internal.words;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.Analyzer.TokenStreamComponents;
import org.apache.lucene.util.CloseableThreadLocal;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the parts of each analyzer for each thread, as an analyzer does by itself, and can drop them all: their buffers
 * hold the end of the text that was analysed last. Thread-safe.
 */
public final class AnalyzerParts extends Analyzer.ReuseStrategy {

    static final AnalyzerParts REUSE = new AnalyzerParts();

    /** Holds its values strongly only as long as it is held itself, so that replacing it drops those of every thread. */
    private volatile CloseableThreadLocal<Map<Analyzer, TokenStreamComponents>> ofThreads =
            new CloseableThreadLocal<>();

    private AnalyzerParts() {}

    /** Drops the buffers of all analyzers and threads. Call it after an erasure. */
    public static void drop() {
        REUSE.ofThreads = new CloseableThreadLocal<>();
    }

    @Override
    public @Nullable TokenStreamComponents getReusableComponents(Analyzer analyzer, String field) {
        Map<Analyzer, TokenStreamComponents> parts = ofThreads.get();
        return parts == null ? null : parts.get(analyzer);
    }

    @Override
    public void setReusableComponents(Analyzer analyzer, String field, TokenStreamComponents components) {
        CloseableThreadLocal<Map<Analyzer, TokenStreamComponents>> here = ofThreads;
        Map<Analyzer, TokenStreamComponents> parts = here.get();
        if (parts == null) {
            parts = new HashMap<>();
            here.set(parts);
        }
        parts.put(analyzer, components);
    }
}
