package dev.daybook.bench.quality;

import dev.daybook.bench.quality.data.DataConversation;
import dev.daybook.bench.quality.data.DataQuestion;
import dev.daybook.bench.quality.data.DataTurn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.similarities.BM25Similarity;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.util.QueryBuilder;

/** BM25 of Lucene over the turns of a conversation, each with its speaker, with one analyzer for turns and questions. */
final class LuceneRanking implements AutoCloseable {

    private static final String FIELD = "text";

    private final List<DataTurn> turns;
    private final Analyzer analyzer;
    private final ByteBuffersDirectory directory = new ByteBuffersDirectory();
    private final DirectoryReader reader;
    private final IndexSearcher searcher;

    LuceneRanking(DataConversation conversation, Analyzer analyzer) {
        this.turns = List.copyOf(conversation.turns());
        this.analyzer = analyzer;
        try {
            try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
                for (DataTurn turn : turns) {
                    Document document = new Document();
                    String text =
                            turn.message().speaker() + ": " + turn.message().text();
                    document.add(new TextField(FIELD, text, Field.Store.NO));
                    writer.addDocument(document);
                }
                // One segment, so that the number of a document is that of its turn.
                writer.forceMerge(1);
            }
            this.reader = DirectoryReader.open(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.searcher = new IndexSearcher(reader);
        searcher.setSimilarity(new BM25Similarity());
    }

    RankedAnswer answer(DataQuestion question, int top) {
        Query query = new QueryBuilder(analyzer).createBooleanQuery(FIELD, question.text());
        List<DataTurn> ranked = new ArrayList<>();
        try {
            for (ScoreDoc hit : searcher.search(query, top).scoreDocs) {
                ranked.add(turns.get(hit.doc));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new RankedAnswer(question, ranked, PackedTurns.NOTHING, null, 0);
    }

    @Override
    public void close() {
        try {
            reader.close();
            directory.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
