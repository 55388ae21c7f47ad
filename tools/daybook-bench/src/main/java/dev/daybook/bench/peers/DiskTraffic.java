package dev.daybook.bench.peers;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;

/** The flushes and written bytes of a process by group of files. */
final class DiskTraffic {

    /** A group of files of a store. */
    enum FileGroup {
        /** Files of encryption keys. */
        KEYS,
        /** A write-ahead log. */
        LOG,
        /** All other files. */
        DATABASE;

        static FileGroup of(String path) {
            String name = path.substring(path.lastIndexOf('/') + 1);
            if (name.contains("key")) {
                return KEYS;
            }
            boolean log =
                    name.equals("log") || name.endsWith(".log") || name.endsWith("-wal") || path.contains("/pg_wal/");
            return log ? LOG : DATABASE;
        }

        String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The counts of one group. */
    record GroupCounts(long flushes, long bytes) {

        static final GroupCounts NONE = new GroupCounts(0, 0);

        GroupCounts plus(GroupCounts other) {
            return new GroupCounts(flushes + other.flushes, bytes + other.bytes);
        }

        GroupCounts minus(GroupCounts other) {
            return new GroupCounts(flushes - other.flushes, bytes - other.bytes);
        }
    }

    private final Map<FileGroup, GroupCounts> groups = new EnumMap<>(FileGroup.class);

    void flush(String path) {
        add(path, new GroupCounts(1, 0));
    }

    void write(String path, long bytes) {
        add(path, new GroupCounts(0, bytes));
    }

    GroupCounts of(FileGroup group) {
        return groups.getOrDefault(group, GroupCounts.NONE);
    }

    /** Returns the traffic of this trace that an earlier, shorter one does not have. */
    DiskTraffic minus(DiskTraffic other) {
        DiskTraffic difference = new DiskTraffic();
        for (FileGroup group : FileGroup.values()) {
            difference.groups.put(group, of(group).minus(other.of(group)));
        }
        return difference;
    }

    long flushes() {
        return sum(GroupCounts::flushes);
    }

    long bytes() {
        return sum(GroupCounts::bytes);
    }

    private void add(String path, GroupCounts counts) {
        groups.merge(FileGroup.of(path), counts, GroupCounts::plus);
    }

    private long sum(ToLongFunction<GroupCounts> count) {
        return Arrays.stream(FileGroup.values()).map(this::of).mapToLong(count).sum();
    }
}
