package dev.daybook.sqlite;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A disk that can lose power: it replays a trace of file calls and shows the files as a cut could leave them. Bytes are safe
 * once their file is flushed; until then each write may be lost, in part or as a whole, also one before a write that stays.
 *
 * <p>Names behave as on a journaling file system: changes of names become durable in their order, with a flush of their
 * folder or of the new file. A lost truncation loses the later writes to its file, which were made to other blocks. After a
 * failed flush the lost writes stay lost, as on Linux: later flushes do not repeat them.
 */
final class CutDisk {

    /** The part of the unflushed writes that a cut leaves. */
    enum Cut {
        LOSE_ALL,
        LOSE_NONE,
        /** A beginning of the writes, the last one torn. */
        KEEP_BEGINNING,
        DROP_WRITES,
        DROP_SECTORS
    }

    private static final int SECTOR = 512;

    /** Bytes with a length, which grow in place. */
    private static final class Content {
        byte[] bytes;
        int length;

        Content(byte[] bytes, int length) {
            this.bytes = bytes;
            this.length = length;
        }

        Content copy() {
            return new Content(Arrays.copyOf(bytes, length), length);
        }

        void write(int at, byte[] data, int from, int to) {
            int end = at + to;
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
            }
            System.arraycopy(data, from, bytes, at + from, to - from);
            length = Math.max(length, end);
        }

        void apply(FileCall call) {
            if (call.kind() == FileCall.Kind.WRITE) {
                write((int) call.offset(), call.data(), 0, call.data().length);
            } else {
                truncate((int) call.offset());
            }
        }

        void truncate(int to) {
            if (to < length) {
                Arrays.fill(bytes, to, length, (byte) 0);
            } else if (to > bytes.length) {
                bytes = Arrays.copyOf(bytes, to);
            }
            length = to;
        }
    }

    private static final class Inode {
        Content durable = new Content(new byte[SECTOR], 0);
        final List<FileCall> pending = new ArrayList<>();

        void flush() {
            pending.forEach(durable::apply);
            pending.clear();
        }
    }

    /** A change of names; without an inode the name goes. */
    private record NameChange(FileCall call, Inode inode) {

        void apply(Map<String, Inode> names) {
            if (call.kind() == FileCall.Kind.CREATE) {
                names.put(call.path(), inode);
            } else {
                names.remove(call.path());
                if (call.kind() == FileCall.Kind.RENAME) {
                    names.put(call.text(), inode);
                }
            }
        }
    }

    private final Random random;
    private final Map<String, Inode> names = new HashMap<>();
    private final Map<String, Inode> durableNames = new HashMap<>();
    private final List<NameChange> pendingNames = new ArrayList<>();

    CutDisk(Random random) {
        this.random = random;
    }

    void apply(FileCall call) {
        Inode inode = names.get(call.path());
        switch (call.kind()) {
            case CREATE -> change(new NameChange(call, new Inode()));
            case RENAME, UNLINK -> {
                if (inode != null) {
                    change(new NameChange(call, inode));
                }
            }
            case WRITE, TRUNCATE -> {
                // Otherwise the file was deleted while it was open.
                if (inode != null) {
                    inode.pending.add(call);
                }
            }
            case SYNC -> flush(inode);
            case FAILED_SYNC -> {
                if (inode != null) {
                    inode.durable = cut(inode, Cut.DROP_SECTORS);
                    inode.pending.clear();
                }
            }
            case READ -> throw new IllegalArgumentException("a read changes nothing");
        }
    }

    private void change(NameChange change) {
        change.apply(names);
        pendingNames.add(change);
    }

    private void flush(Inode inode) {
        int durable = pendingNames.size();
        if (inode != null) {
            inode.flush();
            while (durable > 0 && pendingNames.get(durable - 1).inode() != inode) {
                durable--;
            }
        }
        List<NameChange> flushed = pendingNames.subList(0, durable);
        flushed.forEach(change -> change.apply(durableNames));
        flushed.clear();
    }

    /** Returns the bytes of the files by path after a cut at this moment. */
    Map<String, byte[]> files(Cut cut) {
        Map<String, Inode> left = new HashMap<>(durableNames);
        int changes = switch (cut) {
            case LOSE_ALL -> 0;
            case LOSE_NONE -> pendingNames.size();
            default -> random.nextInt(pendingNames.size() + 1);
        };
        pendingNames.subList(0, changes).forEach(change -> change.apply(left));
        Map<String, byte[]> files = new HashMap<>();
        left.forEach((path, inode) -> {
            Content content = cut(inode, cut);
            files.put(path, Arrays.copyOf(content.bytes, content.length));
        });
        return files;
    }

    private Content cut(Inode inode, Cut cut) {
        Content content = inode.durable.copy();
        int kept = switch (cut) {
            case LOSE_ALL -> 0;
            case KEEP_BEGINNING -> random.nextInt(inode.pending.size() + 1);
            default -> inode.pending.size();
        };
        // Some cuts lose little and some lose much.
        double loss = cut == Cut.LOSE_NONE || cut == Cut.KEEP_BEGINNING ? 0 : random.nextDouble();
        for (int i = 0; i < kept; i++) {
            FileCall call = inode.pending.get(i);
            boolean lost = random.nextDouble() < loss;
            if (call.kind() == FileCall.Kind.TRUNCATE) {
                if (lost) {
                    return content;
                }
                content.apply(call);
            } else if (cut == Cut.DROP_SECTORS) {
                writeSectors(content, call, loss);
            } else if (cut == Cut.KEEP_BEGINNING && i == kept - 1) {
                int end = random.nextInt(call.data().length + 1);
                content.write((int) call.offset(), call.data(), 0, end - end % SECTOR);
            } else if (!lost) {
                content.apply(call);
            }
        }
        return content;
    }

    private void writeSectors(Content content, FileCall call, double loss) {
        int at = (int) call.offset();
        int length = call.data().length;
        int from = 0;
        while (from < length) {
            // Up to the next boundary of a sector of the file.
            int to = Math.min(length, from + SECTOR - (at + from) % SECTOR);
            if (random.nextDouble() >= loss) {
                content.write(at, call.data(), from, to);
            }
            from = to;
        }
    }
}
