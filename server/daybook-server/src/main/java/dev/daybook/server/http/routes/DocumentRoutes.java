package dev.daybook.server.http.routes;

import java.util.List;
import java.util.stream.Stream;

/** The routes that answer one document. */
public final class DocumentRoutes {

    private DocumentRoutes() {}

    public static List<HttpRoute> all() {
        return Stream.of(
                        EpisodeRoutes.all(),
                        SessionRoutes.all(),
                        BlockRoutes.all(),
                        KnowledgeRoutes.all(),
                        ScopeRoutes.all(),
                        QuarantineRoutes.all(),
                        SpaceRoutes.all(),
                        ProcessRoutes.all(),
                        OperationRoutes.all(),
                        KeyRoutes.all(),
                        EntryRoutes.all())
                .flatMap(List::stream)
                .toList();
    }
}
