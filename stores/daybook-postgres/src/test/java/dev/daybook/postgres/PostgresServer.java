package dev.daybook.postgres;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * A PostgreSQL server on loopback in a temporary folder, one for the process of the tests, from the programs of this
 * machine: on the path, or where Debian installs them. {@code -Ddaybook.postgres=required} makes their absence a failure
 * and adds the tests that take minutes; {@code off} skips all.
 */
final class PostgresServer {

    static final String PROPERTY = "daybook.postgres";

    /** The server refuses to run as root; then it runs as this user. */
    private static final String UNPRIVILEGED = "nobody";

    private static @Nullable PostgresServer running;

    private final Path programs;
    private final Path folder;
    private final int port;
    private final List<String> settings;

    private PostgresServer(Path programs, Path folder, int port, List<String> settings) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
        this.settings = settings;
    }

    /** Tests whether there are programs; for {@code @EnabledIf}. */
    static boolean isInstalled() {
        if ("off".equals(System.getProperty(PROPERTY))) {
            return false;
        }
        boolean installed = programs() != null;
        if (!installed && "required".equals(System.getProperty(PROPERTY))) {
            throw new IllegalStateException(
                    "no initdb of PostgreSQL on the path or in /usr/lib/postgresql; install it");
        }
        return installed;
    }

    /** Tests whether the tests that take longer are asked for; for {@code @EnabledIf}. */
    static boolean isRequired() {
        return "required".equals(System.getProperty(PROPERTY)) && isInstalled();
    }

    private static @Nullable Path programs() {
        Stream<Path> onPath =
                Stream.of(System.getenv("PATH").split(File.pathSeparator)).map(Path::of);
        return Stream.concat(onPath, ofDebian().stream())
                .filter(each ->
                        Files.isExecutable(each.resolve("initdb")) && Files.isExecutable(each.resolve("pg_ctl")))
                .findFirst()
                .map(PostgresServer::real)
                .orElse(null);
    }

    /** Returns the folder that links lead to, which has the other programs too. */
    private static Path real(Path programs) {
        try {
            return programs.resolve("initdb").toRealPath().getParent();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> ofDebian() {
        try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
            return versions.map(version -> version.resolve("bin"))
                    .sorted(Comparator.reverseOrder())
                    .toList();
        } catch (IOException absent) {
            return List.of();
        }
    }

    /** Returns the server of this process, starting it at the first call. */
    static synchronized PostgresServer get() {
        if (running == null) {
            try {
                running = start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return running;
    }

    /**
     * Starts a server of the caller's own.
     *
     * @param settings settings of the server: {@code NAME=VALUE}
     */
    static PostgresServer start(String... settings) throws IOException {
        PostgresServer server = create(settings);
        server.run("initdb", "-U", "daybook", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync");
        server.begin();
        return server;
    }

    /** Starts a standby of this server, which follows it and cannot be written. */
    PostgresServer startStandby() throws IOException {
        PostgresServer standby = create();
        standby.run(
                "pg_basebackup",
                "--write-recovery-conf",
                "--checkpoint=fast",
                "--no-sync",
                "-h",
                "127.0.0.1",
                "-p",
                Integer.toString(port),
                "-U",
                "daybook");
        standby.begin();
        return standby;
    }

    private static PostgresServer create(String... settings) throws IOException {
        Path programs = programs();
        if (programs == null) {
            throw new IllegalStateException("no PostgreSQL; guard the test with isInstalled()");
        }
        Path folder = Files.createTempDirectory("daybook-postgres-");
        if (isRoot()) {
            UserPrincipal user =
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(UNPRIVILEGED);
            Files.setOwner(folder, user);
        }
        PostgresServer server = new PostgresServer(programs, folder, freePort(), List.of(settings));
        Runtime.getRuntime().addShutdownHook(new Thread(server::delete));
        return server;
    }

    /** Returns the folder with the files of the server. */
    Path data() {
        return folder.resolve("data");
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    /** Starts the server again after {@link #end}. */
    void begin() {
        // A transaction of autovacuum would keep erased rows now and then.
        StringBuilder options = new StringBuilder(
                "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=60"
                        + " -c shared_buffers=64MB -c autovacuum=off");
        settings.forEach(setting -> options.append(" -c ").append(setting));
        run("pg_ctl", "-l", folder.resolve("log").toString(), "-w", "-t", "120", "-o", options.toString(), "start");
    }

    /** Ends the server as a crash does: without a checkpoint and without an answer to its clients. */
    void end() {
        run("pg_ctl", "-w", "-m", "immediate", "stop");
    }

    private void run(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of(
                    "setpriv", "--reuid=" + UNPRIVILEGED, "--regid=nogroup", "--clear-groups", "env", "HOME=/tmp"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of("-D", data().toString()));
        command.addAll(List.of(arguments));
        Path output = folder.resolveSibling(folder.getFileName() + ".out");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (!process.waitFor(150, TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IllegalStateException(program + " failed: " + Files.readString(output));
            }
            Files.delete(output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(program + " was interrupted", e);
        }
    }

    private void delete() {
        if (Files.exists(data().resolve("postmaster.pid"))) {
            end();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException left) {
            System.err.println("left " + folder + ": " + left);
        }
    }

    /** Returns connections to a new schema. */
    PGSimpleDataSource source() {
        return source("t" + UUID.randomUUID().toString().replace("-", ""));
    }

    /** Returns connections to a schema, which is created if it is missing. */
    PGSimpleDataSource source(String schema) {
        PGSimpleDataSource source = connections(schema);
        execute(source, "CREATE SCHEMA IF NOT EXISTS " + schema);
        return source;
    }

    /** Returns connections to a schema. */
    PGSimpleDataSource connections(String schema) {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setServerNames(new String[] {"127.0.0.1"});
        source.setPortNumbers(new int[] {port});
        source.setDatabaseName("postgres");
        source.setUser("daybook");
        source.setCurrentSchema(schema);
        return source;
    }

    static void execute(PGSimpleDataSource source, String sql) {
        try (Connection connection = source.getConnection()) {
            connection.createStatement().execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    static long number(PGSimpleDataSource source, String sql) {
        try (Connection connection = source.getConnection();
                ResultSet row = connection.createStatement().executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }
}
