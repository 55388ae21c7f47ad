package dev.daybook.sqlite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.internal.sqlite.database.DatabaseFile;
import dev.daybook.model.Message;
import dev.daybook.model.NewEpisode;
import dev.daybook.outcome.HealthReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Power is cut at random moments: unflushed writes are dropped, torn and reordered, and the store opens with each
 * acknowledged write. A process that is killed shows nothing of this, as its system still writes all of its bytes.
 */
class PowerCutTest {

    /** A few in every build; {@code .ci/run} asks for 500, {@code .ci/nightly} for 10,000. */
    private static final int CUTS = Integer.getInteger("daybook.cuts", 30);

    private static final int CUTS_OF_A_RECORDING = 1_000;
    private static final int STEPS = 150;
    private static final int CHECKED_IN_FULL = 10;
    private static final int SHOWN = 5;

    private final long seed = Long.getLong("daybook.seed", System.nanoTime());
    private final Random random = new Random(seed);

    @TempDir
    Path folder;

    /** In memory, because the disk of these stores is a simulated one. */
    private @Nullable Path stores;

    @BeforeEach
    void needs_a_compiler() throws IOException {
        FileCalls.assumePossible();
        stores = FileCalls.inMemory();
    }

    @AfterEach
    void delete_the_stores() throws IOException {
        if (stores != null) {
            delete(stores);
        }
    }

    @Test
    void nothing_acknowledged_is_lost_and_the_store_opens_by_itself() throws Exception {
        assertThat(bad(2, "sound")).as("seed %d", seed).isEmpty();
    }

    @Test
    void nothing_acknowledged_is_lost_after_a_failed_flush_that_lost_its_writes_for_good() throws Exception {
        assertThat(bad(1, "failing")).as("seed %d", seed).isEmpty();
    }

    private List<String> bad(int writers, String flushes) throws Exception {
        List<String> bad = new ArrayList<>();
        int opened = 0;
        for (int recording = 0; opened < CUTS; recording++) {
            int cuts = Math.min(CUTS - opened, CUTS_OF_A_RECORDING);
            bad.addAll(bad(writers, flushes, seed + recording, cuts));
            opened += cuts;
        }
        System.out.println(opened + " power cuts, flushes " + flushes + ", bad " + bad.size());
        return bad.subList(0, Math.min(SHOWN, bad.size()));
    }

    private List<String> bad(int writers, String flushes, long script, int cuts) throws Exception {
        List<FileCall> calls = record(writers, flushes, script);
        List<WriterScript> scripts = IntStream.range(0, writers)
                .mapToObj(writer -> new WriterScript(script, writer, STEPS))
                .toList();
        // Sorted, so that one pass over the trace makes all images.
        List<Integer> moments = new ArrayList<>(
                random.ints(cuts, 1, calls.size()).sorted().boxed().toList());
        CutDisk disk = new CutDisk(random);
        int[] acknowledged = new int[writers];
        List<String> bad = new ArrayList<>();
        for (int i = 0; !moments.isEmpty(); i++) {
            for (; !moments.isEmpty() && moments.get(0) == i; moments.remove(0)) {
                CutDisk.Cut cut = CutDisk.Cut.values()[random.nextInt(CutDisk.Cut.values().length)];
                String verdict = verdict(disk, cut, scripts, acknowledged, moments.size());
                if (!verdict.isEmpty()) {
                    bad.add("call " + i + " of " + calls.size() + ", " + cut + ", acknowledged "
                            + Arrays.toString(acknowledged) + ": " + verdict);
                }
            }
            FileCall call = calls.get(i);
            if (!call.path().endsWith("/" + ScriptedWriter.ACKNOWLEDGED)) {
                disk.apply(call);
            } else if (call.kind() == FileCall.Kind.WRITE) {
                String[] step = call.text().strip().split(" ");
                acknowledged[Integer.parseInt(step[0])] = Integer.parseInt(step[1]) + 1;
            }
        }
        return bad;
    }

    /** Records the file calls of writers; checks that the trace contains all that they did. */
    private List<FileCall> record(int writers, String flushes, long script) throws Exception {
        Path recorded = Files.createDirectories(Objects.requireNonNull(stores).resolve("recorded"));
        delete(recorded);
        Files.createDirectories(recorded.resolve(ScriptedWriter.STORE));
        Files.deleteIfExists(FileCalls.trace(folder));
        Process writer = FileCalls.start(
                ScriptedWriter.class,
                recorded,
                folder,
                true,
                recorded.toRealPath().toString(),
                "" + script,
                "" + writers,
                "" + STEPS,
                flushes);
        String output = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(writer.waitFor()).as(output).isZero();
        List<FileCall> calls = FileCall.readAll(FileCalls.trace(folder));
        assertThat(calls).as("the trace").hasSizeGreaterThan(STEPS);
        assertTraceIsComplete(recorded, calls);
        return calls;
    }

    private void assertTraceIsComplete(Path recorded, List<FileCall> calls) throws IOException {
        CutDisk disk = new CutDisk(random);
        calls.forEach(disk::apply);
        Map<String, byte[]> replayed = disk.files(CutDisk.Cut.LOSE_NONE);
        boolean flushesFailed = calls.stream().anyMatch(call -> call.kind() == FileCall.Kind.FAILED_SYNC);
        try (Stream<Path> files = Files.walk(recorded.toRealPath())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(replayed).containsKey(file.toString());
                if (!flushesFailed) {
                    assertThat(replayed.get(file.toString()))
                            .as(file.toString())
                            .isEqualTo(Files.readAllBytes(file));
                }
            }
        }
    }

    /** Opens the store as a cut left it; returns the faults. */
    private String verdict(CutDisk disk, CutDisk.Cut cut, List<WriterScript> scripts, int[] acknowledged, int number)
            throws IOException {
        Path store = Files.createDirectories(Objects.requireNonNull(stores).resolve("image"));
        delete(store);
        Files.createDirectories(store);
        for (Map.Entry<String, byte[]> file : disk.files(cut).entrySet()) {
            Path name = Path.of(file.getKey()).getFileName();
            if (!name.toString().equals(ScriptedWriter.ACKNOWLEDGED)) {
                Files.write(store.resolve(name), file.getValue());
            }
        }
        // Mapped into memory and never flushed: after a cut it can hold anything.
        byte[] shared = new byte[32_768];
        random.nextBytes(shared);
        Files.write(store.resolve(DatabaseFile.NAME + "-shm"), shared);
        try (LocalDaybook daybook = ScriptedWriter.open(store)) {
            List<String> faults = new ArrayList<>();
            for (int writer = 0; writer < scripts.size(); writer++) {
                faults.addAll(difference(scripts.get(writer), acknowledged[writer], daybook, "user" + writer));
            }
            daybook.maintenance().check(number % CHECKED_IN_FULL == 0).findings().stream()
                    .filter(finding -> finding.level() == HealthReport.Level.FAIL)
                    .forEach(finding -> faults.add(finding.aspect() + ": " + finding.detail()));
            NewEpisode later = NewEpisode.of(Message.user("lighthouse " + number));
            String id = daybook.user("user0").remember(later).id();
            if (daybook.user("user0").recall("lighthouse " + number).stream()
                    .noneMatch(hit -> hit.entry().id().equals(id))) {
                faults.add("a later write is not recalled");
            }
            return String.join("; ", faults);
        } catch (StoreException e) {
            return "not opened or read: " + e.getMessage();
        }
    }

    /** A step is whole or not there, and one that was begun but not acknowledged may be either. */
    private static List<String> difference(WriterScript script, int acknowledged, Daybook daybook, String user) {
        Map<String, String> found = WriterScript.texts(daybook.user(user));
        Map<String, String> least = script.after(acknowledged);
        if (found.equals(least) || acknowledged < STEPS && found.equals(script.after(acknowledged + 1))) {
            return List.of();
        }
        return Stream.concat(found.keySet().stream(), least.keySet().stream())
                .distinct()
                .filter(key -> !found.getOrDefault(key, "").equals(least.getOrDefault(key, "")))
                .map(key -> user + " " + key
                        + (!found.containsKey(key) ? " lost" : least.containsKey(key) ? " changed" : " not erased"))
                .limit(SHOWN)
                .collect(Collectors.collectingAndThen(Collectors.toList(), Collections::unmodifiableList));
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
