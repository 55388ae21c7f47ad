package dev.daybook.internal.audit;

import dev.daybook.model.Kind;
import dev.daybook.store.EntryKey;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The detail of an audit entry: {@code count=3 kinds=episode:2,fact:1} and keyed hashes of ids, ordered by kind. A
 * forget lists the kinds, because they cannot be looked up afterwards.
 *
 * @param count the number of entries
 * @param kinds the number by kind; empty if not recorded
 * @param ids the hashes of the first ids
 */
public record AuditDetail(long count, Map<Kind, Long> kinds, List<HashedId> ids) {

    /** Further ids are only counted, so that an audit entry stays small for any batch. */
    private static final int MAX_IDS = 20;

    private static final Pattern WRITTEN = Pattern.compile(
            "count=(\\d{1,18}+)(?: kinds=([a-z]++:\\d{1,18}+(?:,[a-z]++:\\d{1,18}+)*+))?+((?: [0-9a-f]{16})*+)");

    private static final AuditDetail NOTHING = new AuditDetail(0, Map.of(), List.of());

    public AuditDetail {
        kinds = Map.copyOf(kinds);
        ids = List.copyOf(ids);
    }

    /**
     * The hash of an id.
     *
     * @param kind null: not recorded
     */
    public record HashedId(@Nullable Kind kind, String digest) {}

    static AuditDetail of(List<String> ids, UnaryOperator<String> digest) {
        return new AuditDetail(
                ids.size(),
                Map.of(),
                ids.stream()
                        .limit(MAX_IDS)
                        .map(id -> new HashedId(null, digest.apply(id)))
                        .toList());
    }

    static AuditDetail of(Map<Kind, Long> counts, List<EntryKey> keys, UnaryOperator<String> digest) {
        return new AuditDetail(
                counts.values().stream().mapToLong(Long::longValue).sum(),
                counts,
                keys.stream()
                        .sorted(Comparator.comparing(EntryKey::kind))
                        .limit(MAX_IDS)
                        .map(key -> new HashedId(key.kind(), digest.apply(key.id())))
                        .toList());
    }

    public String text() {
        StringBuilder text = new StringBuilder("count=").append(count);
        if (!kinds.isEmpty()) {
            text.append(new EnumMap<>(kinds)
                    .entrySet().stream()
                            .map(each -> each.getKey().label() + ":" + each.getValue())
                            .collect(Collectors.joining(",", " kinds=", "")));
        }
        ids.forEach(id -> text.append(' ').append(id.digest()));
        return text.toString();
    }

    /** Parses a {@link #text}; any other text gives an empty detail. */
    public static AuditDetail read(String text) {
        Matcher written = WRITTEN.matcher(text);
        try {
            return written.matches() ? read(written) : NOTHING;
        } catch (IllegalArgumentException unknownKind) {
            return NOTHING;
        }
    }

    private static AuditDetail read(Matcher written) {
        Map<Kind, Long> kinds = new EnumMap<>(Kind.class);
        if (written.group(2) != null) {
            for (String each : written.group(2).split(",")) {
                int colon = each.indexOf(':');
                kinds.put(Kind.of(each.substring(0, colon)), Long.parseLong(each.substring(colon + 1)));
            }
        }
        String digests = written.group(3).strip();
        List<Kind> order = new ArrayList<>();
        kinds.forEach((kind, many) -> {
            for (long left = Math.min(many, MAX_IDS); left > 0; left--) {
                order.add(kind);
            }
        });
        List<HashedId> ids = new ArrayList<>();
        for (String digest : digests.isEmpty() ? new String[0] : digests.split(" ")) {
            ids.add(new HashedId(ids.size() < order.size() ? order.get(ids.size()) : null, digest));
        }
        return new AuditDetail(Long.parseLong(written.group(1)), kinds, ids);
    }
}
