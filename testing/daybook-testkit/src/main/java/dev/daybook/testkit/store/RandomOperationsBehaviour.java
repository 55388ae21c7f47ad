package dev.daybook.testkit.store;

import static dev.daybook.testkit.store.BatchFixture.ADA;
import static dev.daybook.testkit.store.BatchFixture.NOON;
import static dev.daybook.testkit.store.BatchFixture.all;
import static dev.daybook.testkit.store.BatchFixture.batch;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.daybook.error.ConflictException;
import dev.daybook.model.Kind;
import dev.daybook.model.Scope;
import dev.daybook.store.Blob;
import dev.daybook.store.EntryKey;
import dev.daybook.store.EntryPut;
import dev.daybook.store.EntryScan;
import dev.daybook.store.EraseRequest;
import dev.daybook.store.Head;
import dev.daybook.store.IndexRow;
import dev.daybook.store.ScopeState;
import dev.daybook.store.Sidecar;
import dev.daybook.store.StateChange;
import dev.daybook.store.Store;
import dev.daybook.store.StoredEntry;
import dev.daybook.store.WriteBatch;
import dev.daybook.testkit.StoreContract;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Random operations, compared with {@link StoreModel}. Another seed: {@code -Ddaybook.seed=N}. */
public abstract class RandomOperationsBehaviour {

    private static final List<Kind> KINDS = List.of(Kind.EPISODE, Kind.NOTE);
    private static final int IDS = 40;
    private static final int READ_EVERY = 10;

    private final StoreContract contract;
    private final int operations;
    private final long seed = Long.getLong("daybook.seed", 20_250_301);
    private final Random random = new Random(seed);
    private final Map<Scope, StoreModel> models = new HashMap<>();
    private Instant now = NOON;

    /** Compares this many random operations with the model. */
    protected RandomOperationsBehaviour(StoreContract contract, int operations) {
        this.contract = contract;
        this.operations = operations;
    }

    @Test
    void the_store_agrees_with_a_plain_map_after_any_operations() {
        List<Scope> scopes = List.of(ADA, new Scope.Anonymous(ADA.space()));
        for (int step = 1; step <= operations; step++) {
            Scope scope = scopes.get(random.nextInt(scopes.size()));
            operate(scope, model(scope));
            compareHead(scope, step);
            if (step % READ_EVERY == 0) {
                compareReads(scope, step);
            }
        }
    }

    private StoreModel model(Scope scope) {
        return models.computeIfAbsent(scope, first -> new StoreModel());
    }

    private void operate(Scope scope, StoreModel model) {
        now = now.plusNanos(1_000L * random.nextInt(3));
        int dice = random.nextInt(100);
        if (dice < 75) {
            WriteBatch batch = someBatch(scope, model);
            contract.store().write(batch);
            model.write(batch);
        } else if (dice < 85) {
            refuse(scope, model);
        } else if (dice < 98 || !contract.store().guarantees().durable()) {
            EraseRequest request =
                    dice == 97 ? EraseRequest.EVERYTHING : EraseRequest.of(someKeys(4), List.of(someState()));
            WriteBatch alongside = someBatch(scope, new StoreModel());
            contract.store().erase(scope, request, alongside);
            model.erase(request);
            model.write(alongside);
        } else {
            contract.reopen();
        }
    }

    private void refuse(Scope scope, StoreModel model) {
        if (!contract.store().guarantees().conditional()) {
            return;
        }
        EntryKey key = someKey();
        EntryPut wrong = BatchFixture.expecting(model.contentRevision(key) + 1, somePut(key));
        assertThatThrownBy(() -> contract.store().write(batch(scope, wrong)))
                .as("seed %d", seed)
                .isInstanceOf(ConflictException.class);
    }

    private WriteBatch someBatch(Scope scope, StoreModel model) {
        List<EntryPut> puts = someKeys(4).stream()
                .map(key -> BatchFixture.expecting(
                        random.nextBoolean() || model.versions.isEmpty() ? EntryPut.ANY : model.contentRevision(key),
                        somePut(key)))
                .toList();
        List<Sidecar> sidecars = someKeys(3).stream()
                .map(key -> new Sidecar(
                        key,
                        random.nextInt(4) == 0 ? model.revision : model.contentRevision(key),
                        "side" + random.nextInt(2),
                        someBlob()))
                .toList();
        List<StateChange> states = random.nextInt(3) > 0
                ? List.of()
                : List.of(new StateChange(someState(), EntryPut.ANY, random.nextInt(4) == 0 ? null : someBlob()));
        return batch(scope, puts, sidecars, states);
    }

    private EntryPut somePut(EntryKey key) {
        return new EntryPut(
                key,
                random.nextInt(4) == 0 ? null : "s" + random.nextInt(3),
                NOON.plusSeconds(random.nextInt(20)),
                now,
                random.nextInt(4) == 0 ? "folded" : EntryPut.LIVE,
                someBlob(),
                random.nextBoolean() ? Map.of() : Map.of("side0", someBlob()),
                EntryPut.ANY);
    }

    private Blob someBlob() {
        byte[] bytes = new byte[random.nextInt(30)];
        random.nextBytes(bytes);
        return Blob.of(bytes);
    }

    private String someState() {
        return "state" + random.nextInt(5);
    }

    private EntryKey someKey() {
        return new EntryKey(KINDS.get(random.nextInt(KINDS.size())), "id" + random.nextInt(IDS));
    }

    private List<EntryKey> someKeys(int below) {
        return Stream.generate(this::someKey)
                .limit(random.nextInt(below))
                .distinct()
                .toList();
    }

    private void compareHead(Scope scope, int step) {
        StoreModel model = model(scope);
        Head head = contract.store().head(scope);
        assertThat(head.revision()).as("seed %d, step %d", seed, step).isEqualTo(model.revision);
        assertThat(head.counts()).as("seed %d, step %d", seed, step).isEqualTo(model.counts());
    }

    private void compareReads(Scope scope, int step) {
        Store store = contract.store();
        StoreModel model = model(scope);
        String when = "seed " + seed + ", step " + step;

        List<EntryKey> keys = someKeys(30);
        assertThat(store.get(scope, keys))
                .as(when)
                .containsExactlyInAnyOrderElementsOf(keys.stream()
                        .filter(model.versions::containsKey)
                        .map(model::current)
                        .toList());

        long after = random.nextBoolean() ? 0 : random.nextLong(model.revision + 1);
        List<IndexRow> rows = store.rows(scope, after, 1_000).items();
        assertThat(rows).as(when).isEqualTo(model.rows(after));

        assertThat(store.states(scope, "", null, 100).items())
                .as(when)
                .extracting(ScopeState::name, ScopeState::bytes)
                .containsExactlyElementsOf(model.states.values().stream()
                        .map(state -> Tuple.tuple(state.name(), state.bytes()))
                        .toList());

        compareScan(store, scope, someScan(), when);
    }

    private EntryScan someScan() {
        boolean byTime = random.nextBoolean();
        boolean downwards = random.nextBoolean();
        EntryScan.Order order = byTime
                ? (downwards ? EntryScan.Order.NEWEST_TIME : EntryScan.Order.OLDEST_TIME)
                : (downwards ? EntryScan.Order.NEWEST_POSITION : EntryScan.Order.OLDEST_POSITION);
        return new EntryScan(
                byTime && random.nextBoolean() ? Set.copyOf(KINDS) : Set.of(KINDS.get(random.nextInt(2))),
                random.nextInt(3) == 0 ? "s" + random.nextInt(3) : null,
                random.nextInt(3) == 0 ? NOON.plusSeconds(random.nextInt(10)) : null,
                random.nextInt(3) == 0 ? NOON.plusSeconds(10 + random.nextInt(10)) : null,
                random.nextInt(3) == 0 ? Set.of(EntryPut.LIVE) : Set.of(),
                someVersions(byTime),
                random.nextInt(3) == 0
                        ? new EntryScan.Positions(random.nextInt(20), random.nextInt(60))
                        : EntryScan.Positions.ALL,
                order,
                null,
                1 + random.nextInt(60));
    }

    /** Not all versions by time: where the versions of an entry happened at different times, two orders are right. */
    private EntryScan.Versions someVersions(boolean byTime) {
        return switch (random.nextInt(byTime ? 2 : 3)) {
            case 0 -> EntryScan.Versions.CURRENT;
            case 1 -> EntryScan.Versions.asOf(now.minusNanos(1_000L * random.nextInt(300)));
            default -> EntryScan.Versions.ALL;
        };
    }

    private void compareScan(Store store, Scope scope, EntryScan scan, String when) {
        List<StoredEntry> expected = new ArrayList<>();
        model(scope).versions.values().forEach(versions -> expected.addAll(wanted(scan, versions)));
        expected.removeIf(fits(scan).negate());
        List<StoredEntry> found = all(store, scope, scan);

        assertThat(found).as(when + ", " + scan).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(found).as(when + ", " + scan).isSortedAccordingTo(order(scan.order()));
    }

    private static List<StoredEntry> wanted(EntryScan scan, List<StoredEntry> versions) {
        if (scan.versions().all()) {
            return versions;
        }
        Instant asOf = scan.versions().asOf();
        StoredEntry last = lastOf(versions, asOf);
        return last == null ? List.of() : List.of(last);
    }

    private static @Nullable StoredEntry lastOf(List<StoredEntry> versions, @Nullable Instant asOf) {
        StoredEntry last = null;
        for (StoredEntry version : versions) {
            if (asOf == null || !version.recorded().isAfter(asOf)) {
                last = version;
            }
        }
        return last;
    }

    private static Predicate<StoredEntry> fits(EntryScan scan) {
        return version -> scan.kinds().contains(version.key().kind())
                && version.position() >= scan.positions().first()
                && version.position() <= scan.positions().last()
                && (scan.session() == null || scan.session().equals(version.session()))
                && (scan.from() == null || !version.time().isBefore(scan.from()))
                && (scan.to() == null || !version.time().isAfter(scan.to()))
                && (scan.statuses().isEmpty() || scan.statuses().contains(version.status()));
    }

    private static Comparator<StoredEntry> order(EntryScan.Order order) {
        Comparator<StoredEntry> byPosition = Comparator.comparingLong(StoredEntry::position);
        Comparator<StoredEntry> byTime = Comparator.comparing(StoredEntry::time).thenComparing(byPosition);
        return switch (order) {
            case OLDEST_POSITION -> byPosition.thenComparingLong(StoredEntry::contentRevision);
            case NEWEST_POSITION -> byPosition.reversed().thenComparingLong(StoredEntry::contentRevision);
            case OLDEST_TIME -> byTime;
            case NEWEST_TIME -> byTime.reversed();
        };
    }
}
