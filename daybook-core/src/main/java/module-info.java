/** Long-term memory for AI agents: the library. Start at {@link dev.daybook.Daybook}. */
module dev.daybook.core {
    requires static transitive org.jspecify;
    requires org.apache.lucene.core;
    requires org.apache.lucene.analysis.common;

    exports dev.daybook;
    exports dev.daybook.data;
    exports dev.daybook.spi;
    exports dev.daybook.local;

    uses dev.daybook.spi.StoreProvider;
    uses dev.daybook.spi.EmbedderProvider;
}
