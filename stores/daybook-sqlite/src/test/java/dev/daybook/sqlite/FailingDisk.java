package dev.daybook.sqlite;

import dev.daybook.Daybook;
import dev.daybook.LocalDaybook;
import dev.daybook.error.StoreException;
import dev.daybook.model.Episode;
import dev.daybook.model.Message;
import dev.daybook.outcome.HealthReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The process of {@link FailingDiskTest}: opens stores and writes to them while one file call fails, once or from then on,
 * and prints a line for each fault that a program would suffer from.
 */
final class FailingDisk {

    /** Few steps, because each file call of them fails once; all actions are among them. */
    private static final int STEPS = 14;

    private static final long SCRIPT = 3;
    private static final String USER = "user0";
    private static final long FOR_EVER = -1;

    /** Files are opened, flushed, deleted and renamed so much more rarely than they are written and read. */
    private static final int RARITY = 30;

    /** A kind of failure. */
    private record Failure(FileCall.Kind kind, int error, long times) {

        @Override
        public String toString() {
            String name = switch (error) {
                case FileCalls.SHORT_WRITE -> "short";
                case FileCalls.EIO -> "EIO";
                case FileCalls.ENOSPC -> "ENOSPC";
                default -> "EMFILE";
            };
            return kind + " " + name + (times == FOR_EVER ? " from then on" : " once");
        }
    }

    private final Path folder;
    private final FileCalls calls;
    private final WriterScript script = new WriterScript(SCRIPT, 0, STEPS);

    /** Keys with the texts that they may have: those since the last acknowledged step. */
    private final Map<String, Set<String>> allowed = new HashMap<>();

    private final List<String> faults = new ArrayList<>();

    private FailingDisk(Path folder, FileCalls calls) {
        this.folder = folder;
        this.calls = calls;
    }

    /** @param arguments the folder, the distance between two calls that fail, and the first of them */
    public static void main(String[] arguments) throws IOException {
        int stride = Integer.parseInt(arguments[1]);
        int first = Integer.parseInt(arguments[2]);
        int rareStride = Math.max(1, stride / RARITY);
        FileCalls calls = FileCalls.ofThisProcess();
        int total = 0;
        for (Failure failure : failures()) {
            int failed = 0;
            int step = isFrequent(failure.kind()) ? stride : rareStride;
            for (long skip = first % step; ; skip += step) {
                Path folder = Path.of(arguments[0]).resolve("store" + total);
                FailingDisk disk = new FailingDisk(folder, calls);
                boolean fired = disk.run(failure, skip);
                disk.delete();
                for (String fault : disk.faults) {
                    System.out.println("BAD " + failure + ", call " + skip + ": " + fault);
                }
                if (!fired) {
                    break;
                }
                failed++;
                total++;
            }
            System.out.println(failure + ": " + failed);
        }
        System.out.println("failed calls: " + total);
    }

    private static boolean isFrequent(FileCall.Kind kind) {
        return kind == FileCall.Kind.WRITE || kind == FileCall.Kind.READ;
    }

    private static List<Failure> failures() {
        List<Failure> failures = new ArrayList<>();
        for (long times : new long[] {1, FOR_EVER}) {
            for (FileCall.Kind kind : FileCall.Kind.values()) {
                if (kind != FileCall.Kind.FAILED_SYNC) {
                    failures.add(new Failure(kind, FileCalls.EIO, times));
                }
            }
            failures.add(new Failure(FileCall.Kind.WRITE, FileCalls.SHORT_WRITE, times));
            failures.add(new Failure(FileCall.Kind.WRITE, FileCalls.ENOSPC, times));
            failures.add(new Failure(FileCall.Kind.SYNC, FileCalls.ENOSPC, times));
            failures.add(new Failure(FileCall.Kind.CREATE, FileCalls.EMFILE, times));
        }
        return failures;
    }

    /** Returns whether the call came that was to fail. */
    private boolean run(Failure failure, long skip) {
        calls.fail(failure.kind(), failure.error(), skip, failure.times());
        long fired;
        @Nullable Daybook daybook = null;
        try {
            try {
                daybook = open();
                writeAll(daybook);
            } catch (StoreException refused) {
                requireClear("opening", refused);
            }
            fired = calls.heal();
            if (daybook != null) {
                goOn(daybook, failure);
            }
        } catch (RuntimeException | Error raw) {
            fired = calls.heal();
            faults.add("a raw " + raw);
        } finally {
            calls.heal();
            close(daybook);
        }
        openAgain();
        return fired > 0;
    }

    private LocalDaybook open() {
        return Daybook.builder(folder).noEmbedder().background(false).open();
    }

    private void writeAll(Daybook daybook) {
        for (WriterScript.Step step : script.steps()) {
            try {
                step.apply(daybook.user(USER));
                step.texts().forEach((key, text) -> allowed.put(key, new HashSet<>(Set.of(text))));
            } catch (StoreException refused) {
                requireClear("step " + step.number(), refused);
                step.texts()
                        .forEach((key, text) -> allowed.computeIfAbsent(key, unused -> new HashSet<>(Set.of("")))
                                .add(text));
            }
        }
    }

    private void requireClear(String during, StoreException refused) {
        String message = String.valueOf(refused.getMessage());
        if (!message.contains(folder.toString()) || !message.contains(";")) {
            faults.add(during + " failed without the file or the remedy: " + message);
        }
    }

    /** The disk works again: everything is readable at once, and writable unless a flush may have lost something. */
    private void goOn(Daybook daybook, Failure failure) {
        compare("in the same process", daybook);
        try {
            daybook.user(USER).session("later").remember(Message.user("later"));
        } catch (StoreException refused) {
            requireClear("a later write", refused);
            if (failure.error() == FileCalls.EMFILE
                    || !String.valueOf(refused.getMessage()).contains("open")) {
                faults.add("does not write again: " + refused.getMessage());
            }
        }
    }

    private void close(@Nullable Daybook daybook) {
        try {
            if (daybook != null) {
                daybook.close();
            }
        } catch (RuntimeException | Error raw) {
            faults.add("closing failed: " + raw);
        }
    }

    private void openAgain() {
        try (LocalDaybook daybook = open()) {
            compare("opened again", daybook);
            for (HealthReport.Finding finding :
                    daybook.maintenance().check(true).findings()) {
                if (finding.level() == HealthReport.Level.FAIL) {
                    faults.add(finding.aspect() + ": " + finding.detail());
                }
            }
            daybook.user(USER).session("later").remember(Message.user("later"));
        } catch (RuntimeException | Error raw) {
            faults.add("not opened again: " + raw);
        }
    }

    private void compare(String when, Daybook daybook) {
        Map<String, String> texts = new TreeMap<>(WriterScript.texts(daybook.user(USER)));
        // The later write of this class.
        texts.values().remove("later");
        allowed.forEach((key, some) -> {
            if (!some.contains(texts.getOrDefault(key, ""))) {
                faults.add(when + ": " + key + (texts.containsKey(key) ? " is another" : " is lost"));
            }
        });
        texts.keySet().removeAll(allowed.keySet());
        if (!texts.isEmpty()) {
            faults.add(when + ": nobody wrote " + texts.keySet());
        }
        for (WriterScript.Step step : script.steps()) {
            requireWhole(when, step, daybook);
        }
    }

    private void requireWhole(String when, WriterScript.Step step, Daybook daybook) {
        if (step.action() == WriterScript.Action.REMEMBER_ALL) {
            long there = step.texts().keySet().stream()
                    .filter(key -> daybook.user(USER)
                            .find(Episode.class, key.substring(2))
                            .isPresent())
                    .count();
            if (there > 1 && there < step.texts().size() - 1) {
                faults.add(
                        when + ": " + there + " of the " + step.texts().size() + " episodes of step " + step.number());
            }
        }
    }

    private void delete() throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
