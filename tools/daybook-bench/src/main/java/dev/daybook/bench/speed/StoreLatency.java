package dev.daybook.bench.speed;

import static dev.daybook.model.Message.user;

import dev.daybook.Daybook;
import dev.daybook.Memory;
import dev.daybook.spi.MasterKey;
import dev.daybook.spi.MasterKeys;
import dev.daybook.spi.StoreConnector;
import dev.daybook.spi.StoreProvider;
import dev.daybook.store.Store;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.UUID;

/**
 * The latency of a durable write of one message, of a recall in a resident scope and of the history of a session, over
 * several stores that take turns. A new user each time, without vectors.
 *
 * <p>{@code StoreLatency PLACE...}: folders, and servers by their addresses, without passwords; {@code messages} of the
 * scope (1,000), {@code operations} of each kind in a round (200), {@code rounds} (5).
 */
public final class StoreLatency {

    private static final int MESSAGES = Integer.getInteger("messages", 1_000);
    private static final int OPERATIONS = Integer.getInteger("operations", 200);
    private static final int ROUNDS = Integer.getInteger("rounds", 5);

    private static final int TURNS = 20;

    /** Before an address: with a master key, the same in each run, into a database of its own. */
    private static final String ENCRYPTED = "encrypted:";

    private static final MasterKeys MASTER = new MasterKeys(
            MasterKey.of("the master key of a measurement.".getBytes(StandardCharsets.US_ASCII)), null, null);

    private StoreLatency() {}

    public static void main(String[] arguments) {
        run(List.of(arguments), System.out);
    }

    static void run(List<String> places, PrintStream out) {
        MeasurementSetup.print(out, "stores in turns, a scope of " + MESSAGES + " messages without vectors");
        Map<String, Memory> memories = new LinkedHashMap<>();
        List<Daybook> opened = new ArrayList<>();
        try {
            for (String place : places) {
                Daybook daybook = Daybook.builder(open(place)).noEmbedder().open();
                opened.add(daybook);
                Memory memory = daybook.user("user-" + UUID.randomUUID());
                SampleConversations.fill(memory, MESSAGES, 1);
                // One round to warm up.
                round(memory, 0);
                memories.put(place, memory);
            }
            for (int round = 1; round <= ROUNDS; round++) {
                for (Map.Entry<String, Memory> each : memories.entrySet()) {
                    out.println(name(each.getKey()) + ", round " + round + " of " + ROUNDS + ": "
                            + round(each.getValue(), round));
                }
            }
        } finally {
            opened.forEach(Daybook::close);
        }
    }

    private static String round(Memory memory, int seed) {
        ZipfText text = new ZipfText(100 + seed);
        int sessions = SampleConversations.sessions(MESSAGES);
        int[] next = new int[1];
        // The recall after a write reads its row and its text; the first one is not timed.
        LatencyTimings writes =
                LatencyTimings.of(OPERATIONS, () -> memory.session("now").remember(user(text.message())));
        memory.recall(text.question());
        LatencyTimings recalls = LatencyTimings.of(OPERATIONS, () -> memory.recall(text.question()));
        LatencyTimings histories = LatencyTimings.of(
                OPERATIONS, () -> memory.session("day-" + next[0]++ % sessions).turns(TURNS));
        return "write " + writes + "; recall " + recalls + "; history " + histories;
    }

    private static Store open(String place) {
        if (!place.contains("://")) {
            return ServiceLoader.load(StoreProvider.class)
                    .findFirst()
                    .orElseThrow()
                    .open(Path.of(place), MasterKeys.NONE);
        }
        URI address = address(place);
        return StoreConnector.of(address)
                .orElseThrow(() -> new IllegalArgumentException("no store for " + address.getScheme() + "://"))
                .connect(address, null, place.startsWith(ENCRYPTED) ? MASTER : MasterKeys.NONE);
    }

    private static URI address(String place) {
        return URI.create(place.startsWith(ENCRYPTED) ? place.substring(ENCRYPTED.length()) : place);
    }

    /** Without hosts. */
    private static String name(String place) {
        if (!place.contains("://")) {
            return "folder";
        }
        URI address = address(place);
        return (place.startsWith(ENCRYPTED) ? ENCRYPTED : "") + address.getScheme() + address.getPath();
    }
}
