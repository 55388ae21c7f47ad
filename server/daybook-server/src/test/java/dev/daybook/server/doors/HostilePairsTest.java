package dev.daybook.server.doors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.local.InMemoryStore;
import dev.daybook.model.Scope;
import dev.daybook.server.cli.CommandDoor;
import dev.daybook.sqlite.SqliteStore;
import dev.daybook.store.Head;
import dev.daybook.store.Store;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ordered pairs of tenants with confusable names: one calls with the names and the ids of the other, through every door.
 * No answer has a text of another tenant, and no call changes another's scope. At least so many pairs for each door:
 * {@code -Ddaybook.pairs=N}, on files {@code -Ddaybook.pairs.files=N}; other ones: {@code -Ddaybook.seed=N}.
 */
class HostilePairsTest {

    private static final int PAIRS = Integer.getInteger("daybook.pairs", 40);
    private static final int ON_FILES = Integer.getInteger("daybook.pairs.files", 10);

    private final long seed = Long.getLong("daybook.seed", 20_261_124);
    private final Random random = new Random(seed);
    private final List<String> leaks = new ArrayList<>();
    private final Map<DoorCall, Integer> calls = new EnumMap<>(DoorCall.class);
    private final Map<DoorCall, Integer> accepted = new EnumMap<>(DoorCall.class);

    @TempDir
    Path folder;

    /** Opens a door of a daybook, with a folder for keys. */
    @FunctionalInterface
    private interface DoorOpening {
        MemoryDoor open(LocalDaybook daybook, Path keys);
    }

    @Test
    void through_the_library_no_tenant_reads_or_changes_another() throws Exception {
        runAll("the library", PAIRS, place -> new InMemoryStore(), (daybook, keys) -> new LibraryDoor(daybook));
    }

    @Test
    void on_files_no_tenant_reads_or_changes_another() throws Exception {
        runAll("files", ON_FILES, SqliteStore::open, (daybook, keys) -> new LibraryDoor(daybook));
    }

    @Test
    void through_rest_no_tenant_reads_or_changes_another() throws Exception {
        runAll("REST", PAIRS, place -> new InMemoryStore(), (daybook, keys) -> new RestDoor(daybook, keys, random));
    }

    @Test
    void through_mcp_no_tenant_reads_or_changes_another() throws Exception {
        runAll("MCP", PAIRS, place -> new InMemoryStore(), (daybook, keys) -> new ToolDoor(daybook, keys));
    }

    @Test
    void through_commands_no_tenant_reads_or_changes_another() throws Exception {
        runAll(
                "commands",
                PAIRS,
                place -> new InMemoryStore(),
                (daybook, keys) -> new CommandDoor(daybook, keys, random));
    }

    private void runAll(String name, int wanted, Function<Path, Store> stores, DoorOpening opening) throws Exception {
        int pairs = 0;
        for (int world = 0; pairs < wanted; world++) {
            Path place = Files.createDirectories(folder.resolve("world" + world));
            try (Store store = stores.apply(place);
                    LocalDaybook daybook = Daybook.builder(store)
                            .noEmbedder()
                            .background(false)
                            .open();
                    MemoryDoor door = opening.open(daybook, place)) {
                pairs += pairs(door, store, daybook, wanted - pairs);
            }
        }
        System.out.printf(
                "%s, seed %d: %,d pairs, %,d calls %s, %d leaks or foreign writes%n",
                name,
                seed,
                pairs,
                calls.values().stream().mapToInt(Integer::intValue).sum(),
                calls,
                leaks.size());

        assertThat(leaks).as("seed %d", seed).isEmpty();
        // A door that refuses everything leaks nothing either.
        for (DoorCall call : List.of(DoorCall.RECALL, DoorCall.EXPORT, DoorCall.SHARED, DoorCall.REMEMBER)) {
            assertThat(accepted.get(call))
                    .as("%s accepted, seed %d", call, seed)
                    .isGreaterThanOrEqualTo(pairs / 2);
        }
    }

    private int pairs(MemoryDoor door, Store store, Daybook daybook, int atMost) {
        HostileWorld world = new HostileWorld(random);
        world.plant(daybook);
        List<HostileTenant> tenants = world.tenants();
        Map<Scope, Head> heads = heads(store, tenants);
        List<TenantPair> pairs = world.pairs();
        Collections.shuffle(pairs, random);
        pairs = pairs.subList(0, Math.min(pairs.size(), atMost));
        for (TenantPair pair : pairs) {
            callAll(door, world, pair);
            compareHeads(store, heads, pair.own(), "after the calls of " + pair);
        }
        for (HostileTenant own : world.refused()) {
            call(door, DoorCall.READ, world, own, tenants.get(random.nextInt(tenants.size())));
            compareHeads(store, heads, own, "after a call of " + own);
        }
        List<HostileTenant> forgetting = new ArrayList<>(tenants);
        Collections.shuffle(forgetting, random);
        for (HostileTenant own : forgetting) {
            call(door, DoorCall.FORGET_ALL, world, own, own);
            // The agents of a user are forgotten with the user.
            heads.keySet().stream()
                    .filter(scope -> scope instanceof Scope.Agent agent && agent.isBelow(own.scope()))
                    .forEach(agent -> heads.put(agent, store.head(agent)));
            compareHeads(store, heads, own, "after " + own + " forgot everything");
        }
        return pairs.size();
    }

    private void callAll(MemoryDoor door, HostileWorld world, TenantPair pair) {
        for (DoorCall call : DoorCall.values()) {
            if (call != DoorCall.FORGET_ALL) {
                call(door, call, world, pair.own(), pair.other());
            }
        }
    }

    private void call(MemoryDoor door, DoorCall call, HostileWorld world, HostileTenant own, HostileTenant other) {
        DoorAnswer answer = door.call(call, own, other, world.handles(other));
        calls.merge(call, 1, Integer::sum);
        boolean isRefused = world.refused().contains(own);
        if (!answer.refused()) {
            accepted.merge(call, 1, Integer::sum);
        }
        if (isRefused && !answer.refused()) {
            leaks.add(own + " was accepted: " + answer.shown());
        }
        Set<String> allowed = allowed(call, world, own);
        Matcher shown = HostileTenant.CANARY.matcher(answer.shown());
        while (shown.find()) {
            if (!allowed.contains(shown.group())) {
                leaks.add(call + " of " + own + " with the ids of " + other + " shows " + shown.group());
            }
        }
        if (call == DoorCall.EXPORT && !answer.shown().contains(own.canary())) {
            leaks.add(own + " does not see its own entries: " + answer.shown());
        }
    }

    private static Set<String> allowed(DoorCall call, HostileWorld world, HostileTenant own) {
        return switch (call.shows) {
            case NOTHING -> Set.of();
            case OWN -> Set.of(own.canary());
            case OWN_AND_SHARED ->
                world.tenants().stream()
                        .filter(tenant -> tenant.equals(own)
                                || tenant.isShared() && tenant.space().equals(own.space()))
                        .map(HostileTenant::canary)
                        .collect(Collectors.toSet());
        };
    }

    private static Map<Scope, Head> heads(Store store, List<HostileTenant> tenants) {
        Map<Scope, Head> heads = new HashMap<>();
        tenants.forEach(tenant -> heads.put(tenant.scope(), store.head(tenant.scope())));
        return heads;
    }

    /** Every write and every erasure of a scope changes its head. */
    private void compareHeads(Store store, Map<Scope, Head> heads, HostileTenant own, String when) {
        heads.replaceAll((scope, before) -> {
            Head now = store.head(scope);
            boolean isOwn =
                    scope.space().id().equals(own.space()) && scope.code().equals(own.code());
            if (!isOwn && !now.equals(before)) {
                leaks.add(scope + " changed " + when + " from " + before + " to " + now);
            }
            return now;
        });
    }
}
