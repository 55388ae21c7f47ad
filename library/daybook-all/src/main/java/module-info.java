/** Everything a newcomer needs: the library, its embedded store and its embedder. */
module dev.daybook {
    requires transitive dev.daybook.core;
    requires dev.daybook.embeddings;
    requires dev.daybook.sqlite;
}
