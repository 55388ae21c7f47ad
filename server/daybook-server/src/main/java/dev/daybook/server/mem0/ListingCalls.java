package dev.daybook.server.mem0;

import dev.daybook.Memory;
import dev.daybook.access.AccessRight;
import dev.daybook.internal.erasure.EntryBatches;
import dev.daybook.internal.json.IsoTimes;
import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.model.Entry;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.outcome.Hit;
import dev.daybook.outcome.Profile;
import dev.daybook.query.Query;
import dev.daybook.query.Selection;
import dev.daybook.server.http.routes.HttpCall;
import dev.daybook.server.http.routes.HttpReply;
import dev.daybook.server.http.routes.QueryParameters;
import dev.daybook.server.problem.NotFoundException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The calls of mem0 about many memories: search, lists, and the erasure of all memories of an owner. */
final class ListingCalls {

    private static final int DEFAULT_HITS = 10;

    /** A search with a filter reads more hits than it answers, and more again if too few fulfil the filter. */
    private static final int HITS_PER_MATCH = 8;

    /** About the heap of an id with its time while a list is put in order. */
    private static final int HEAP_PER_PLACE = 300;

    private ListingCalls() {}

    /** The place of an entry in a list. */
    private record Place(Instant at, Kind kind, String id) {
        static final Comparator<Place> NEWEST =
                Comparator.comparing(Place::at).reversed().thenComparing(Place::id);
    }

    static HttpReply search(HttpCall call) {
        call.noParameters();
        JsonFields fields = call.fields();
        String query = fields.text("query");
        MemoryFilter filter = FilterReader.read(fields.object("filters"), EntityIds.read(fields::optionalText));
        Integer top = fields.whole("top_k");
        Integer limit = fields.whole("limit");
        int wanted = PageChoice.bounded("top_k", top != null ? top : limit != null ? limit : DEFAULT_HITS);
        Double threshold = fields.get("threshold") == null ? null : fields.decimal("threshold", 0);
        boolean isLatest = !Boolean.FALSE.equals(fields.optionalTruth("latest_only"));
        ForeignFields.done(fields);
        Memory memory = new MemoryAccess(call).of(filter.ids(), filter.isScoped(), AccessRight.READ);
        Query question =
                Query.of(query).kinds(MemoryId.KINDS).minimumScore(threshold).validAt(isLatest ? Instant.now() : null);
        return HttpReply.ok(PlainJson.object("results", matching(memory, question, filter, wanted)));
    }

    private static List<Map<String, @Nullable Object>> matching(
            Memory memory, Query question, MemoryFilter filter, int wanted) {
        int limit = filter.isOpen() ? wanted : wanted * HITS_PER_MATCH;
        while (true) {
            List<Hit> hits = memory.recall(question.limit(limit));
            List<Map<String, @Nullable Object>> found = hits.stream()
                    .map(hit -> Map.entry(hit, StoredMemory.of(memory, hit.entry())))
                    .filter(hit -> filter.matches(hit.getValue()))
                    .limit(wanted)
                    .map(hit -> {
                        Map<String, @Nullable Object> json = hit.getValue().json();
                        json.put("score", hit.getKey().score());
                        return json;
                    })
                    .toList();
            if (found.size() == wanted || hits.size() < limit) {
                return found;
            }
            limit = Math.multiplyExact(limit, HITS_PER_MATCH);
        }
    }

    /** Lists by a filter in the body; the page is in the parameters. */
    static HttpReply list(HttpCall call) {
        QueryParameters parameters = call.parameters();
        JsonFields fields = call.optionalFields();
        Map<String, @Nullable Object> filters = new LinkedHashMap<>(fields.object("filters"));
        Map<String, @Nullable Object> created = new LinkedHashMap<>();
        put(created, "gte", fields.optionalText("start_date"));
        put(created, "lte", fields.optionalText("end_date"));
        MemoryFilter filter = FilterReader.read(
                created.isEmpty() ? filters : Map.of("AND", List.of(filters, Map.of(StoredMemory.CREATED, created))),
                EntityIds.read(fields::optionalText));
        boolean isLatest = !Boolean.FALSE.equals(fields.optionalTruth("latest_only"));
        ForeignFields.done(fields);
        return page(call, parameters, filter, isLatest);
    }

    private static void put(Map<String, @Nullable Object> bounds, String operator, @Nullable String time) {
        if (time != null) {
            bounds.put(operator, time);
        }
    }

    /** Lists by ids in the parameters, as the self-hosted server and version 1 of the hosted service do. */
    static HttpReply listByParameters(HttpCall call) {
        QueryParameters parameters = call.parameters();
        EntityIds ids = EntityIds.read(parameters::text);
        parameters.text("show_expired");
        parameters.text("output_format");
        return page(call, parameters, FilterReader.read(Map.of(), ids), true);
    }

    private static HttpReply page(HttpCall call, QueryParameters parameters, MemoryFilter filter, boolean isLatest) {
        PageChoice page = PageChoice.read(parameters);
        parameters.done();
        Memory memory = new MemoryAccess(call).of(filter.ids(), filter.isScoped(), AccessRight.READ);
        List<Place> places = places(call, memory, filter, isLatest);
        List<Map<String, @Nullable Object>> results = page.of(places.stream())
                .flatMap(place -> memory.find(place.kind().type(), place.id()).stream())
                .map(entry -> StoredMemory.of(memory, entry).json())
                .toList();
        return HttpReply.ok(page.answer(places.size(), results));
    }

    /** Returns the places of all memories that fulfil a filter, the newest first. */
    private static List<Place> places(HttpCall call, Memory memory, MemoryFilter filter, boolean isLatest) {
        Instant now = Instant.now();
        List<Place> places = new ArrayList<>();
        try (Stream<Entry> entries = memory.archive().exportAll()) {
            entries.filter(entry -> MemoryId.KINDS.contains(entry.kind()))
                    .filter(entry -> !isLatest || StoredMemory.holds(entry, now))
                    .filter(entry -> filter.isOpen() || filter.matches(StoredMemory.of(memory, entry)))
                    .forEach(entry -> {
                        call.room().call().take(HEAP_PER_PLACE);
                        places.add(new Place(entry.occurredAt().toInstant(), entry.kind(), entry.id()));
                    });
        }
        places.sort(Place.NEWEST);
        return places;
    }

    /** Erases all memories of an owner; of a user, the whole scope. */
    static HttpReply forgetAll(HttpCall call) {
        QueryParameters parameters = call.parameters();
        EntityIds ids = EntityIds.read(parameters::text);
        parameters.done();
        forget(call, ids);
        return MemoryCalls.done("Memories deleted successfully!");
    }

    /** Erases an owner that the path names by its type. */
    static HttpReply forgetEntity(HttpCall call) {
        call.noParameters();
        String type = call.path().getOrDefault("type", "");
        String name = call.path().getOrDefault("name", "");
        if (!Set.of("user", "agent", "app", "run").contains(type)) {
            throw new NotFoundException("there is no entity of this type; use user, agent, app or run");
        }
        if (forget(call, EntityIds.read(field -> field.equals(type + "_id") ? name : null)) == 0) {
            throw new NotFoundException("there is no such " + type + " for this key; 'GET /v1/entities/' lists users");
        }
        return MemoryCalls.done("Entity deleted successfully!");
    }

    private static long forget(HttpCall call, EntityIds ids) {
        if (ids.isEmpty()) {
            throw new IllegalArgumentException(
                    "the request names no owner to erase; give at least one of user_id, agent_id, app_id and run_id");
        }
        Memory memory = new MemoryAccess(call).of(ids, true, AccessRight.FORGET);
        if (ids.agent() == null && ids.app() == null) {
            return memory.forget(ids.run() == null ? Selection.everything() : Selection.session(ids.run()))
                    .count();
        }
        long erased = 0;
        Map<Kind, List<String>> byKind = places(call, memory, FilterReader.read(Map.of(), ids), false).stream()
                .collect(Collectors.groupingBy(
                        Place::kind, TreeMap::new, Collectors.mapping(Place::id, Collectors.toList())));
        for (Map.Entry<Kind, List<String>> each : byKind.entrySet()) {
            for (Selection.Matching batch : EntryBatches.of(each.getKey(), each.getValue())) {
                erased += memory.forget(batch).count();
            }
        }
        return erased;
    }

    /** Lists the users that the key opens. Agents, apps and runs are no owners here. */
    static HttpReply entities(HttpCall call) {
        QueryParameters parameters = call.parameters();
        PageChoice page = PageChoice.read(parameters);
        parameters.done();
        MemoryAccess access = new MemoryAccess(call);
        TreeSet<String> users = new TreeSet<>();
        try (Stream<Scope> scopes = call.daybook().space(access.space().id()).scopes()) {
            scopes.filter(call.caller()::sees).forEach(scope -> {
                call.room().call().take(HEAP_PER_PLACE);
                if (scope instanceof Scope.User user) {
                    users.add(user.id());
                }
            });
        }
        return HttpReply.ok(page.answer(
                users.size(),
                page.of(users.stream())
                        .map(user -> entity(access.of(new Scope.User(access.space(), user), AccessRight.READ), user))
                        .toList()));
    }

    private static Map<String, @Nullable Object> entity(Memory memory, String user) {
        Profile profile = memory.archive().profile();
        Map<String, @Nullable Object> entity = PlainJson.object("id", user);
        entity.put("name", user);
        entity.put("type", "user");
        entity.put(
                "total_memories",
                MemoryId.KINDS.stream().mapToLong(profile::count).sum());
        entity.put(StoredMemory.CREATED, profile.firstSeen() == null ? null : IsoTimes.format(profile.firstSeen()));
        entity.put(StoredMemory.UPDATED, profile.lastSeen() == null ? null : IsoTimes.format(profile.lastSeen()));
        return entity;
    }
}
