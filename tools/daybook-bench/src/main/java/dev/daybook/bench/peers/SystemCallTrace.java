package dev.daybook.bench.peers;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the output of {@code strace -f -y}: the flushes and written bytes of the files in one folder. A call that
 * another thread interrupts has two lines; the second one has the number of bytes.
 */
final class SystemCallTrace {

    static final String CALLS = "trace=fsync,fdatasync,write,writev,pwrite64,pwritev";

    private static final Pattern CALL = Pattern.compile("^(\\d+) +(\\w+)\\(\\d+<([^>]*)>.*");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. \\w+ resumed>.*");
    private static final Pattern RESULT = Pattern.compile("= (\\d+)$");

    private final String folder;
    private final DiskTraffic traffic = new DiskTraffic();
    private final Map<String, String> pathOfUnfinishedWrite = new HashMap<>();

    private SystemCallTrace(String folder) {
        this.folder = folder;
    }

    /** @param folder the folder of the store; calls on other files are not counted */
    static DiskTraffic read(Stream<String> lines, String folder) {
        SystemCallTrace trace = new SystemCallTrace(folder);
        lines.forEach(trace::line);
        return trace.traffic;
    }

    private void line(String line) {
        Matcher resumed = RESUMED.matcher(line);
        if (resumed.matches()) {
            String path = pathOfUnfinishedWrite.remove(resumed.group(1));
            if (path != null) {
                written(path, line);
            }
            return;
        }
        Matcher call = CALL.matcher(line);
        if (!call.matches() || !call.group(3).startsWith(folder)) {
            return;
        }
        String path = call.group(3);
        if (call.group(2).endsWith("sync")) {
            traffic.flush(path);
        } else if (line.endsWith("<unfinished ...>")) {
            pathOfUnfinishedWrite.put(call.group(1), path);
        } else {
            written(path, line);
        }
    }

    private void written(String path, String line) {
        Matcher result = RESULT.matcher(line);
        if (result.find()) {
            traffic.write(path, Long.parseLong(result.group(1)));
        }
    }
}
