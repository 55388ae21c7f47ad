package dev.daybook.chroma;

import dev.daybook.error.DaybookException;
import dev.daybook.internal.codec.EntryCodec;
import dev.daybook.model.EntryRef;
import dev.daybook.model.Fact;
import dev.daybook.model.Kind;
import dev.daybook.model.Origin;
import dev.daybook.model.Provenance;
import dev.daybook.model.Scope;
import dev.daybook.model.SummaryMethod;
import dev.daybook.store.EntryPut;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Encodes a fact in jeevesagent's layout of {@code jeeves_facts}: times are seconds since 1970, an open end is 0.0. */
final class SeedFact {

    private static final String SUBJECT = "subject";
    private static final String PREDICATE = "predicate";
    private static final String OBJECT = "object";
    private static final String CONFIDENCE = "confidence";
    private static final String FROM = "valid_from_ts";
    private static final String UNTIL = "valid_until_ts";
    static final String VALID = "currently_valid";
    private static final String RECORDED = "recorded_at_ts";
    private static final String SOURCES = "sources";

    static final List<String> KEYS =
            List.of(SeedRow.USER, SUBJECT, PREDICATE, OBJECT, CONFIDENCE, FROM, UNTIL, VALID, RECORDED, SOURCES);

    private static final double MICROS = 1e6;

    private SeedFact() {}

    /** A body in an unknown format, for instance of a later version, appears as an empty fact. */
    static SeedRow of(Scope scope, EntryPut put) {
        Optional<Fact> fact = decode(put);
        ObjectNode keys = RowFilters.object()
                .put(SeedRow.USER, SeedRow.user(scope))
                .put(SUBJECT, fact.map(Fact::subject).orElse(""))
                .put(PREDICATE, fact.map(Fact::predicate).orElse(""))
                .put(OBJECT, fact.map(Fact::object).orElse(""))
                .put(CONFIDENCE, fact.map(Fact::confidence).orElse(0.0))
                .put(FROM, MetadataKeys.micros(put.time()) / MICROS)
                .put(UNTIL, fact.map(Fact::validUntil).map(SeedFact::seconds).orElse(0.0))
                .put(VALID, fact.map(Fact::validUntil).isEmpty())
                .put(
                        RECORDED,
                        fact.map(Fact::recordedAt)
                                .map(SeedFact::seconds)
                                .orElse(MetadataKeys.micros(put.recorded()) / MICROS))
                .put(SOURCES, sources(fact.map(Fact::sources).orElse(List.of())));
        return new SeedRow(keys, fact.map(Fact::triple).orElse(""));
    }

    private static Optional<Fact> decode(EntryPut put) {
        try {
            return Optional.of((Fact) EntryCodec.decode(EntryDocuments.unplaced(put)));
        } catch (DaybookException unknown) {
            return Optional.empty();
        }
    }

    private static String sources(List<EntryRef> sources) {
        ArrayNode ids = ChromaServer.JSON.createArrayNode();
        sources.stream().filter(source -> source.kind() == Kind.EPISODE).forEach(source -> ids.add(source.id()));
        return ids.toString();
    }

    private static double seconds(OffsetDateTime time) {
        return MetadataKeys.micros(time.toInstant()) / MICROS;
    }

    /**
     * Decodes the fact of a foreign row. Missing keys are empty texts, missing times 1970.
     *
     * @throws IllegalArgumentException if the row cannot be a fact
     */
    static Fact read(Scope scope, String id, ChromaDocument row) {
        JsonNode keys = row.metadata();
        double until = keys.path(UNTIL).asDouble(0);
        boolean open = keys.path(VALID).asBoolean(true) || until <= 0;
        return new Fact(
                id,
                keys.path(SUBJECT).asString(""),
                keys.path(PREDICATE).asString(""),
                keys.path(OBJECT).asString(""),
                Math.max(0, Math.min(1, keys.path(CONFIDENCE).asDouble(1))),
                time(keys.path(FROM).asDouble(0)),
                open ? null : time(until),
                null,
                time(keys.path(RECORDED).asDouble(0)),
                refs(scope, keys.path(SOURCES).asString("[]")),
                SummaryMethod.GIVEN,
                new Provenance(1, 1, Origin.IMPORT, Origin.IMPORT.source().trust()));
    }

    private static OffsetDateTime time(double seconds) {
        // A double at today's seconds has a resolution of a quarter of a microsecond, so rounding restores the written
        // value.
        long micros = BigDecimal.valueOf(seconds)
                .movePointRight(6)
                .setScale(0, RoundingMode.HALF_EVEN)
                .longValue();
        return MetadataKeys.time(micros).atOffset(ZoneOffset.UTC);
    }

    private static List<EntryRef> refs(Scope scope, String json) {
        List<EntryRef> refs = new ArrayList<>();
        for (JsonNode id : list(json)) {
            EntryRef ref = ref(scope, id.asString(""));
            if (ref != null) {
                refs.add(ref);
            }
        }
        return refs;
    }

    private static JsonNode list(String json) {
        try {
            return ChromaServer.JSON.readTree(json);
        } catch (JacksonException noList) {
            return ChromaServer.JSON.createArrayNode();
        }
    }

    private static @Nullable EntryRef ref(Scope scope, String id) {
        try {
            return new EntryRef(scope, Kind.EPISODE, id);
        } catch (IllegalArgumentException noId) {
            return null;
        }
    }
}
