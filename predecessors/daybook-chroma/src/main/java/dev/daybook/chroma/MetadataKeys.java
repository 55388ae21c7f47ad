package dev.daybook.chroma;

import dev.daybook.internal.codec.ByteReader;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.model.Space;
import dev.daybook.store.AuditRecord;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.StoredAudit;
import dev.daybook.store.StoredEntry;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The metadata keys of Daybook. Other programs ignore them, and a foreign row has none of them. */
final class MetadataKeys {

    static final String PREFIX = "daybook_";

    /** In every Daybook row of the shared collections. */
    static final String LAYOUT = PREFIX + "layout";

    static final long LAYOUT_1 = 1;

    /** The type of a side row. */
    static final String TYPE = PREFIX + "type";

    static final String SCOPE = PREFIX + "scope";
    static final String ID = PREFIX + "id";
    static final String KIND = PREFIX + "kind";
    static final String POSITION = PREFIX + "position";
    static final String REVISION = PREFIX + "revision";
    static final String CONTENT = PREFIX + "content";
    static final String SESSION = PREFIX + "session";
    static final String TIME = PREFIX + "time";
    static final String RECORDED = PREFIX + "recorded";
    static final String STATUS = PREFIX + "status";
    static final String HASH = PREFIX + "hash";
    static final String BODY = PREFIX + "body";
    static final String BESIDE = PREFIX + "beside";
    static final String NAME = PREFIX + "name";
    static final String VERSION = PREFIX + "version";
    static final String BYTES = PREFIX + "bytes";

    private static final String ACTION = PREFIX + "action";
    private static final String DETAIL = PREFIX + "detail";
    private static final String CHAIN = PREFIX + "chain";

    /** The flag of a fact that was open when it was written: detects facts closed by another program. */
    static final String OPEN = PREFIX + "open";

    /** The reason why a foreign row cannot be read; the row stays unchanged. */
    static final String UNREADABLE = PREFIX + "unreadable";

    private static final long MICROS = 1_000_000;

    private MetadataKeys() {}

    static ObjectNode light(Scope scope, IndexedEntry indexedEntry) {
        ObjectNode keys = RowFilters.object()
                .put(LAYOUT, LAYOUT_1)
                .put(SCOPE, scope.code())
                .put(POSITION, indexedEntry.position())
                .put(REVISION, indexedEntry.revision())
                .put(CONTENT, indexedEntry.contentRevision())
                .put(SESSION, indexedEntry.session())
                .put(TIME, micros(indexedEntry.time()))
                .put(RECORDED, micros(indexedEntry.recorded()))
                .put(STATUS, indexedEntry.status());
        if (indexedEntry.shelf() == SpaceCollection.SIDE) {
            return keys.put(TYPE, "row")
                    .put(KIND, indexedEntry.key().kind().label())
                    .put(ID, indexedEntry.key().id());
        }
        return keys.put(
                ID,
                indexedEntry.key().id().equals(indexedEntry.row())
                        ? null
                        : indexedEntry.key().id());
    }

    /** Decodes {@link #light}, without earlier versions. */
    static IndexedEntry held(SpaceCollection spaceCollection, ChromaDocument row) {
        JsonNode keys = row.metadata();
        Kind kind = spaceCollection == SpaceCollection.SIDE
                ? Kind.of(keys.path(KIND).asString(""))
                : spaceCollection.kind();
        return new IndexedEntry(
                new EntryKey(kind, keys.path(ID).asString(row.id())),
                keys.path(POSITION).asLong(0),
                keys.path(REVISION).asLong(0),
                keys.path(CONTENT).asLong(0),
                text(keys, SESSION),
                time(keys.path(TIME).asLong(0)),
                time(keys.path(RECORDED).asLong(0)),
                keys.path(STATUS).asString(EntryPut.LIVE),
                spaceCollection,
                row.id(),
                List.of());
    }

    /** Encodes a version with its body and sidecars as a row of its own, which later versions do not change. */
    static ObjectNode body(Scope scope, StoredEntry version, Map<String, Blob> sidecars) {
        return RowFilters.object()
                .put(TYPE, "body")
                .put(SCOPE, scope.code())
                .put(KIND, version.key().kind().label())
                .put(ID, version.key().id())
                .put(POSITION, version.position())
                .put(CONTENT, version.contentRevision())
                .put(SESSION, version.session())
                .put(TIME, micros(version.time()))
                .put(RECORDED, micros(version.recorded()))
                .put(STATUS, version.status())
                .put(BODY, base64(version.body()))
                .put(BESIDE, packed(sidecars));
    }

    /** Encodes the changed keys of a body's row after a new sidecar. */
    static ObjectNode beside(Map<String, Blob> sidecars) {
        return RowFilters.object().put(BESIDE, packed(sidecars));
    }

    /** Encodes the changed keys of a body's row when its version is replaced. */
    static ObjectNode past() {
        return RowFilters.object().put(TYPE, "past").putNull(BESIDE);
    }

    static StoredEntry version(ChromaDocument row) {
        JsonNode keys = row.metadata();
        return new StoredEntry(
                new EntryKey(
                        Kind.of(keys.path(KIND).asString("")), keys.path(ID).asString("")),
                keys.path(POSITION).asLong(0),
                keys.path(CONTENT).asLong(0),
                text(keys, SESSION),
                time(keys.path(TIME).asLong(0)),
                time(keys.path(RECORDED).asLong(0)),
                keys.path(STATUS).asString(EntryPut.LIVE),
                blob(keys.path(BODY).asString("")));
    }

    static ObjectNode audit(Scope scope, long number, AuditRecord audit, String chain) {
        return RowFilters.object()
                .put(TYPE, "audit")
                .put(SCOPE, scope.code())
                .put(VERSION, number)
                .put(TIME, micros(audit.at()))
                .put(NAME, audit.operation())
                .put(ACTION, audit.action())
                .put(DETAIL, audit.detail())
                .put(CHAIN, chain);
    }

    /** Decodes {@link #audit}. */
    static StoredAudit audited(Space space, ChromaDocument row) {
        JsonNode keys = row.metadata();
        AuditRecord audit = new AuditRecord(
                keys.path(NAME).asString(""),
                keys.path(ACTION).asString(""),
                time(keys.path(TIME).asLong(0)),
                keys.path(DETAIL).asString(""));
        return new StoredAudit(space, Scope.of(space, keys.path(SCOPE).asString("")), audit);
    }

    static Map<String, Blob> sidecars(ChromaDocument row) {
        return unpacked(row.metadata().path(BESIDE).asString(""));
    }

    private static String packed(Map<String, Blob> sidecars) {
        ObjectNode packed = RowFilters.object();
        new TreeMap<>(sidecars).forEach((name, bytes) -> packed.put(name, base64(bytes)));
        return packed.toString();
    }

    private static Map<String, Blob> unpacked(String packed) {
        Map<String, Blob> sidecars = new TreeMap<>();
        if (!packed.isEmpty()) {
            try {
                ChromaServer.JSON
                        .readTree(packed)
                        .properties()
                        .forEach(sidecar -> sidecars.put(
                                sidecar.getKey(), blob(sidecar.getValue().asString())));
            } catch (JacksonException changed) {
                throw ByteReader.damaged("the sidecars of an entry are not valid JSON");
            }
        }
        return sidecars;
    }

    static String base64(Blob blob) {
        return Base64.getEncoder().encodeToString(blob.toArray());
    }

    static Blob blob(String base64) {
        try {
            return Blob.of(Base64.getDecoder().decode(base64));
        } catch (IllegalArgumentException changed) {
            throw ByteReader.damaged("a value is no base 64");
        }
    }

    static @Nullable String text(JsonNode keys, String name) {
        return keys.path(name).isString() ? keys.path(name).asString() : null;
    }

    /** Converts to microseconds since 1970. Computed by hand, because Java 17 overflows before the year 1677. */
    static long micros(Instant time) {
        return Math.addExact(Math.multiplyExact(time.getEpochSecond(), MICROS), time.getNano() / 1_000);
    }

    static Instant time(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000);
    }
}
