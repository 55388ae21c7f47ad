package dev.daybook.server.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.internal.json.PlainJson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
@SuppressWarnings("try") // the door works by being there
class CommandChannelTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);

    @TempDir
    Path folder;

    private final List<String> strange = new ArrayList<>();

    @Test
    void a_command_runs_in_the_server_and_reads_only_the_input_it_requests() throws Exception {
        try (CommandChannel commandChannel =
                door((remoteCommand, in, out, err) -> written(out, "got " + in.read() + remoteCommand.arguments()))) {
            InputStream typed = new ByteArrayInputStream(new byte[] {7, 8, 9});
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (RunningServer server = found().orElseThrow()) {
                assertThat(server.run(visit("look"), typed, out, out)).isEqualTo(5);
            }

            assertThat(out.toString(UTF_8)).isEqualTo("got 7[look]");
            assertThat(typed.available()).isEqualTo(2);
        }
    }

    @Test
    void a_command_reads_its_whole_input_as_it_would_alone() throws Exception {
        byte[] typed = "many words ".repeat(100_000).getBytes(UTF_8);
        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> {
            out.write(in.readAllBytes());
            return in.read();
        })) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (RunningServer server = found().orElseThrow()) {
                assertThat(server.run(visit("copy"), new ByteArrayInputStream(typed), out, out))
                        .isEqualTo(-1);
            }

            assertThat(out.toByteArray()).isEqualTo(typed);
        }
    }

    @Test
    void input_that_cannot_be_read_fails_the_command_there() throws Exception {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("Is a directory");
            }
        };
        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> {
            try {
                return in.read();
            } catch (IOException e) {
                return written(out, e.getMessage());
            }
        })) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (RunningServer server = found().orElseThrow()) {
                server.run(visit("copy"), broken, out, out);
            }

            assertThat(out.toString(UTF_8)).isEqualTo("Is a directory");
        }
    }

    @Test
    void a_foreign_server_on_the_port_of_a_killed_one_gets_no_secret_and_no_trust() throws Exception {
        try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String secret = "5ec2e7".repeat(10);
            serverFile(stranger.getLocalPort(), secret, ProcessHandle.current().pid());
            CompletableFuture<byte[]> told = CompletableFuture.supplyAsync(() -> forge(stranger));

            assertThat(RunningServer.of(folder, strange::add, LONG)).isEmpty();

            assertThat(new String(told.join(), UTF_8)).startsWith("H").doesNotContain(secret);
            assertThat(strange).singleElement().asString().contains("port " + stranger.getLocalPort());
        }
    }

    @Test
    void a_listener_that_says_nothing_does_not_hold_a_command() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            serverFile(silent.getLocalPort(), "secret", ProcessHandle.current().pid());

            assertThat(RunningServer.of(folder, strange::add, SHORT)).isEmpty();
            assertThat(strange).singleElement().asString().contains("does not answer");
        }
    }

    @Test
    void the_port_of_a_process_that_has_ended_is_not_even_called() throws Exception {
        Process ended = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-version")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        ended.waitFor();
        try (ServerSocketChannel listening = ServerSocketChannel.open()) {
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            listening.configureBlocking(false);
            serverFile(listening.socket().getLocalPort(), "secret", ended.pid());

            assertThat(RunningServer.of(folder, strange::add, SHORT)).isEmpty();

            assertThat(listening.accept()).isNull();
            assertThat(strange).isEmpty();
        }
    }

    @Test
    void a_client_without_the_secret_runs_nothing() throws Exception {
        List<RemoteCommand> ran = new ArrayList<>();
        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> ran.add(remoteCommand) ? 0 : 1)) {
            Path file = folder.resolve("server.json");
            String secret =
                    String.valueOf(PlainJson.readObject(Files.readString(file)).get("secret"));
            Files.writeString(file, Files.readString(file).replace(secret, "0".repeat(secret.length())));

            assertThat(found()).isEmpty();
            assertThat(ran).isEmpty();
        }
    }

    @Test
    void a_server_that_cannot_write_its_file_serves_all_the_same() throws Exception {
        // What is there cannot be replaced, as nothing can on a full disk.
        Files.createDirectories(folder.resolve("server.json/full"));

        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> 0)) {
            assertThat(found()).isEmpty();
        }
    }

    @Test
    void a_client_that_trickles_its_greeting_is_disconnected() throws Exception {
        try (CommandChannel commandChannel = new CommandChannel(folder, (remoteCommand, in, out, err) -> 0, SHORT);
                Socket slow = new Socket(InetAddress.getLoopbackAddress(), port())) {
            CompletableFuture<Void> trickling = CompletableFuture.runAsync(() -> trickle(slow));

            assertThat(end(slow.getInputStream())).isTrue();
            trickling.join();
        }
    }

    @Test
    void idle_connections_of_strangers_keep_no_command_out() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> 5)) {
            for (int i = 0; i < 2 * CommandChannel.MAX_STRANGERS; i++) {
                idle.add(new Socket(InetAddress.getLoopbackAddress(), port()));
            }

            try (RunningServer server = found().orElseThrow()) {
                assertThat(server.run(
                                visit("look"),
                                InputStream.nullInputStream(),
                                OutputStream.nullOutputStream(),
                                System.err))
                        .isEqualTo(5);
            }
            assertThat(end(idle.get(0).getInputStream())).isTrue();
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    @Test
    void commands_with_unread_output_leave_no_thread_behind() throws Exception {
        byte[] typed = new byte[1 << 20];
        try (CommandChannel commandChannel = door((remoteCommand, in, out, err) -> 0)) {
            for (int i = 0; i < 3; i++) {
                try (RunningServer server = found().orElseThrow()) {
                    server.run(
                            visit("look"),
                            new ByteArrayInputStream(typed),
                            OutputStream.nullOutputStream(),
                            System.err);
                }
            }
            while (visitors() > 0 && !Thread.interrupted()) {
                Thread.yield();
            }
            assertThat(visitors()).isZero();
        }
    }

    /** A command that does nothing but what the test says. */
    private interface Command {
        int run(RemoteCommand remoteCommand, InputStream in, OutputStream out, OutputStream err) throws IOException;
    }

    private CommandChannel door(Command command) {
        return new CommandChannel(
                folder,
                (remoteCommand, in, out, err) -> {
                    try {
                        return command.run(remoteCommand, in, out, err);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                },
                LONG);
    }

    private Optional<RunningServer> found() {
        return RunningServer.of(folder, strange::add, LONG);
    }

    private static RemoteCommand visit(String... words) {
        return new RemoteCommand(List.of(words), "", 80, Map.of(), ".");
    }

    private static int written(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(UTF_8));
        return 5;
    }

    private void serverFile(int port, String secret, long process) throws IOException {
        Files.writeString(
                folder.resolve("server.json"),
                PlainJson.write(Map.of("port", (long) port, "secret", secret, "process", process)));
    }

    private int port() throws IOException {
        Object port = PlainJson.readObject(Files.readString(folder.resolve("server.json")))
                .get("port");
        return Integer.parseInt(String.valueOf(port));
    }

    /** Answers as if it were the server, and returns all that it was told until the guest left. */
    private static byte[] forge(ServerSocket stranger) {
        try (Socket guest = stranger.accept()) {
            byte[] proof = new byte[69];
            proof[0] = 'C';
            proof[4] = 64;
            guest.getOutputStream().write(proof);
            byte[] answer = {'O', 0, 0, 0, 2, 'o', 'k', 'X', 0, 0, 0, 4, 0, 0, 0, 0};
            guest.getOutputStream().write(answer);
            return guest.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void trickle(Socket socket) {
        try {
            // The beginning of a hello, and then one of its bytes now and then.
            socket.getOutputStream().write(new byte[] {'H', 0, 0, 0, 32});
            for (int i = 0; i < 31; i++) {
                Thread.sleep(SHORT.toMillis() / 2);
                socket.getOutputStream().write(0);
            }
        } catch (IOException shownOut) {
            // As it should be.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static boolean end(InputStream in) {
        try {
            return in.read() < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private static long visitors() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("daybook-command"))
                .count();
    }
}
