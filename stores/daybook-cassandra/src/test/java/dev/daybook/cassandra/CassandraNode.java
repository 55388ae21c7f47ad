package dev.daybook.cassandra;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A node of a {@link CassandraCluster}: a process with a folder of its own. */
final class CassandraNode {

    /** The packages that Cassandra 5.0 opens by reflection, from its own scripts, which are not in its jar. */
    private static final String OPENED =
            "java.base/java.io java.base/java.lang java.base/java.lang.module java.base/java.net"
                    + " java.base/java.nio java.base/java.util java.base/java.util.concurrent"
                    + " java.base/java.util.concurrent.atomic java.base/jdk.internal.loader java.base/jdk.internal.math"
                    + " java.base/jdk.internal.module java.base/jdk.internal.ref java.base/jdk.internal.reflect"
                    + " java.base/jdk.internal.util.jar java.base/sun.nio.ch java.base/jdk.internal.misc"
                    + " java.base/jdk.internal.perf java.base/jdk.internal.vm jdk.management/com.sun.management.internal"
                    + " java.management.rmi/com.sun.jmx.remote.internal.rmi java.rmi/sun.rmi.registry java.rmi/sun.rmi.server"
                    + " java.rmi/sun.rmi.transport java.rmi/sun.rmi.transport.tcp";

    private static final long MAX_START_SECONDS = 240;

    private final InetSocketAddress address;
    private final InetSocketAddress jmx;
    private final Path folder;
    private final Path jars;
    private @Nullable Process process;

    /** @param settings the values of the names in the configuration, but for the folder */
    CassandraNode(
            InetSocketAddress address, InetSocketAddress jmx, Path folder, Path jars, Map<String, String> settings)
            throws IOException {
        this.address = address;
        this.jmx = jmx;
        this.folder = folder;
        this.jars = jars;
        Files.createDirectories(folder);
        String yaml = resource("cassandra.yaml").replace("@FOLDER@", folder.toString());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            yaml = yaml.replace("@" + setting.getKey() + "@", setting.getValue());
        }
        Files.writeString(folder.resolve("cassandra.yaml"), yaml);
        Files.writeString(folder.resolve("logback.xml"), resource("node-logback.xml"));
    }

    private static String resource(String name) throws IOException {
        try (InputStream stream = CassandraNode.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IOException("no resource " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Starts the process; {@link #awaitReady} waits for it. */
    void begin() throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms512M",
                "-Xmx512M",
                "-XX:+UseSerialGC",
                // A node of a test never gets warm.
                "-XX:TieredStopAtLevel=1",
                "-XX:MaxDirectMemorySize=256M",
                "-XX:+ExitOnOutOfMemoryError",
                "-Djava.net.preferIPv4Stack=true",
                "-Djava.awt.headless=true",
                "-Djdk.attach.allowAttachSelf=true"));
        Stream.of(OPENED.split(" "))
                .forEach(opened -> command.addAll(
                        List.of("--add-opens=" + opened + "=ALL-UNNAMED", "--add-exports=" + opened + "=ALL-UNNAMED")));
        command.addAll(List.of(
                "-Dcassandra.config=" + folder.resolve("cassandra.yaml").toUri(),
                "-Dcassandra.storagedir=" + folder,
                "-Dcassandra.logdir=" + folder,
                "-Dlogback.configurationFile=" + folder.resolve("logback.xml"),
                "-Dcassandra-foreground=yes",
                "-Dcassandra.jmx.local.port=" + jmx.getPort(),
                "-Dcassandra.ring_delay_ms=100",
                "-Dcassandra.skip_wait_for_gossip_to_settle=0",
                "-Dcassandra.superuser_setup_delay_ms=0",
                "-cp",
                folder + File.pathSeparator + jars.resolve("*"),
                "org.apache.cassandra.service.CassandraDaemon"));
        process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
                .start();
    }

    /** Waits until the node takes connections. */
    void awaitReady() throws IOException {
        long begin = System.nanoTime();
        while (!isReady()) {
            boolean late = System.nanoTime() - begin > TimeUnit.SECONDS.toNanos(MAX_START_SECONDS);
            if (late || process == null || !process.isAlive()) {
                String log = Files.readString(folder.resolve("log"));
                throw new IOException("the node at " + address + " did not start: "
                        + log.substring(Math.max(0, log.length() - 4_000)));
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
        }
    }

    private boolean isReady() {
        try (Socket socket = new Socket()) {
            socket.connect(address, 1_000);
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    InetSocketAddress address() {
        return address;
    }

    InetSocketAddress jmx() {
        return jmx;
    }

    Path folder() {
        return folder;
    }

    /** Ends the process as a crash does. */
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }
}
