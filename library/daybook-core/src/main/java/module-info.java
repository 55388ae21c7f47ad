/** Long-term memory for AI agents: the library. Start at {@link dev.daybook.Daybook}. */
@SuppressWarnings("module") // The one it names is built after this one.
module dev.daybook.core {
    requires static transitive org.jspecify;
    requires org.apache.lucene.core;
    requires org.apache.lucene.analysis.common;

    exports dev.daybook;
    exports dev.daybook.access;
    exports dev.daybook.erasure;
    exports dev.daybook.error;
    exports dev.daybook.files;
    exports dev.daybook.model;
    exports dev.daybook.outcome;
    exports dev.daybook.query;
    exports dev.daybook.spi;
    exports dev.daybook.store;
    exports dev.daybook.local;

    // Its rows are read by another program too, so it has to look into entries; see docs/decisions/0030.
    exports dev.daybook.internal.codec to
            dev.daybook.chroma;
    exports dev.daybook.internal.words to
            dev.daybook.chroma;
    // Vectors of texts without a model: for tests, and for rows that another program searches. Not for applications.
    exports dev.daybook.internal.hash to
            dev.daybook.chroma,
            dev.daybook.server,
            dev.daybook.testkit;
    // A server limits the heap of the answers of a call.
    exports dev.daybook.internal.heap to
            dev.daybook.server;
    // The interchange format; applications export by Archive.
    exports dev.daybook.internal.interchange to
            dev.daybook.client,
            dev.daybook.server,
            dev.daybook.sqlite,
            dev.daybook.testkit;
    // Copies between stores, for the command and the contract of a store.
    exports dev.daybook.internal.copy to
            dev.daybook.server,
            dev.daybook.sqlite,
            dev.daybook.testkit;
    // Reads of all pages of a store, decorators of stores, and the wait for a folder.
    exports dev.daybook.internal.store to
            dev.daybook,
            dev.daybook.cassandra,
            dev.daybook.server,
            dev.daybook.sqlite,
            dev.daybook.testkit;
    // The encryption of the records of a store on a server, and the wrapped data key of a folder.
    exports dev.daybook.internal.encryption to
            dev.daybook.cassandra,
            dev.daybook.postgres,
            dev.daybook.server,
            dev.daybook.sqlite,
            dev.daybook.testkit;
    // The search of an erasure proof step by step, for the commands and for tests of agents.
    // Erasures of long lists of ids, for the interfaces of other libraries.
    exports dev.daybook.internal.erasure to
            dev.daybook.server,
            dev.daybook.spring,
            dev.daybook.testkit;
    // The parameters that a model accepts, for the adapters of frameworks, and the data blocks of a prompt, for models
    // of
    // tests; for tests of a named module, as some of the exports above.
    exports dev.daybook.internal.inference to
            dev.daybook,
            dev.daybook.langchain4j,
            dev.daybook.spring,
            dev.daybook.testkit;
    // The window of a chat, for the adapters of frameworks and the proxy of chats.
    exports dev.daybook.internal.window to
            dev.daybook.frameworks,
            dev.daybook.langchain4j,
            dev.daybook.server,
            dev.daybook.spring;

    // The client and the adapters of frameworks check arguments as the embedded implementation does.
    exports dev.daybook.internal.checks to
            dev.daybook.client,
            dev.daybook.frameworks,
            dev.daybook.langchain4j,
            dev.daybook.spring;
    // The client joins the scopes of memories as the embedded implementation does.
    exports dev.daybook.internal.scopes to
            dev.daybook.client;
    // The answers of a server are the fields of the interchange format, which the client reads.
    exports dev.daybook.internal.json to
            dev.daybook.client,
            dev.daybook.micrometer;
    exports dev.daybook.internal.json.settings to
            dev.daybook.client;
    // The client reports its calls as the embedded implementation does.
    exports dev.daybook.internal.observe to
            dev.daybook.client;

    uses dev.daybook.ClientProvider;
    uses dev.daybook.spi.EmbedderProvider;
    uses dev.daybook.internal.options.DaybookOpener;

    provides dev.daybook.internal.options.DaybookOpener with
            dev.daybook.internal.embedded.EmbeddedOpener;

    uses dev.daybook.spi.StoreConnector;
    uses dev.daybook.spi.StoreProvider;
}
