package dev.daybook.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.daybook.server.cli.TestShell.Run;
import dev.daybook.server.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conversations of people: chats of WhatsApp and mailboxes. */
class ImportChatTest {

    private static final String IOS = """
            [31/12/23, 21:04:05] Ada: The bell is cast.
            And it rings.
            \u200e[31/12/23, 21:05:00] Bo: \u200e<attached: 00000001-PHOTO.jpg>
            [31/12/23, 21:05:00] Bo: \u200eimage omitted
            [01/01/24, 08:00:00] Bo: Happy new year: to you!
            """;

    private static final String ANDROID = """
            12/31/23, 9:04 PM - Messages are encrypted.
            12/31/23, 9:04\u202fPM - Ada: IMG-20231231-WA0001.jpg (file attached)
            Our tower
            12/31/23, 12:30 AM - Bo: <Media omitted>
            12/31/23, 9:05 PM - Bo: daybook.dev (have a look) <b>
            12/31/23, 9:06\u202fp.\u202fm. - Bo: <b>Spanish</b>
            1/2/24, 12:30 AM - Bo: Fine.
            """;

    private static final String MBOX = """
            From ada@example.org Mon Jan  1 10:00:00 2024
            Message-ID: <m1@example.org>
            From: =?UTF-8?Q?Ad=C3=A9?= <ada@example.org>
            Subject: The bell
            Date: Mon, 1 Jan 2024 10:00:00 +0100
            Content-Type: multipart/mixed; boundary=x

            --x
            Content-Type: multipart/alternative; boundary=y

            --y
            Content-Type: text/plain; charset=iso-8859-1
            Content-Transfer-Encoding: quoted-printable

            Is the bell caf=E9 brown?
            >From the tower it looks so.
            --
            Ada, founder
            --y
            Content-Type: text/html

            <p>Is it brown?</p>
            --y--
            --x
            Content-Type: image/png; name=bell.png
            Content-Disposition: attachment; filename=bell.png
            Content-Transfer-Encoding: base64

            AAAA
            --x--

            From bo@example.org Mon Jan  1 11:00:00 2024
            Message-ID: <m2@example.org>
            In-Reply-To: <m1@example.org>
            From: bo@example.org
            Subject: Re: AW: The bell
            Date: Mon, 1 Jan 2024 11:00:00 +0100

            It is green.

            On Monday Ada wrote:
            > Is the bell brown?

            From bo@example.org Mon Jan  1 12:00:00 2024
            Message-ID: <m3@example.org>
            From: bo@example.org
            Content-Type: text/html

            <p>Only in HTML</p>
            """;

    @TempDir
    Path temporary;

    private TestShell shell;

    @BeforeEach
    void open() {
        shell = new TestShell(temporary.resolve("memory"));
    }

    @Test
    void a_chat_of_an_iphone_becomes_a_session_for_each_day() throws IOException {
        Path zip = temporary.resolve("WhatsApp Chat - Bells.zip");
        zip(zip, "_chat.txt", IOS);

        Run first = shell.run("import", "--from", "whatsapp", zip.toString());

        assertThat(first.exit()).as(first.err()).isEqualTo(ExitCode.DONE);
        assertThat(first.err()).contains("Imported: 3 new").contains("rows without text (1)");
        assertThat(shell.run("history", "--session", "WhatsApp Chat - Bells 2023-12-31")
                        .out())
                .contains(
                        "2023-12-31 21:04",
                        "Ada",
                        "The bell is cast.\n",
                        "And it rings.",
                        "[image: 00000001-PHOTO.jpg]")
                .doesNotContain("omitted");
        assertThat(shell.run("history", "--session", "WhatsApp Chat - Bells 2024-01-01")
                        .out())
                .contains("Happy new year: to you!");
        assertThat(shell.run("import", "--from", "whatsapp", zip.toString()).err())
                .contains("Imported: 0 new, 3 unchanged");
    }

    @Test
    void days_out_of_order_lose_no_message() throws IOException {
        Path file = Files.writeString(temporary.resolve("Clock.txt"), """
                [31/12/23, 21:04:05] Ada: The clock is right.
                [30/12/23, 08:00:00] Ada: The clock was set back.
                [31/12/23, 21:04:05] Bo: And forth again.
                [30/12/23, 08:00:00] Ada: And back.
                [31/12/23, 21:04:05] Bo: And forth.
                [01/01/24, 21:04:05] Bo: It goes on.
                """);

        assertThat(shell.run("import", "--from", "whatsapp", file.toString()).err())
                .contains("Imported: 6 new");
        assertThat(shell.run("history", "--session", "Clock 2023-12-31").out())
                .contains("The clock is right.", "And forth again.", "And forth.");
        assertThat(shell.run("import", "--from", "whatsapp", file.toString()).err())
                .contains("Imported: 0 new, 6 unchanged");
    }

    @Test
    void the_order_of_day_and_month_is_found_in_the_whole_chat() throws IOException {
        Path file = Files.writeString(temporary.resolve("WhatsApp Chat with Bo.txt"), ANDROID);

        Run run = shell.run("import", "--from", "whatsapp", file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(shell.run("history", "--session", "WhatsApp Chat with Bo 2024-01-02")
                        .out())
                .contains("2024-01-02 00:30", "Fine.");
        assertThat(shell.run("history", "--session", "WhatsApp Chat with Bo 2023-12-31")
                        .out())
                .contains("2023-12-31 21:04", "Our tower [image: IMG-20231231-WA0001.jpg]")
                .contains("daybook.dev (have a look) <b>", "2023-12-31 21:06", "<b>Spanish</b>")
                .doesNotContain("encrypted");
    }

    @Test
    void a_mailbox_becomes_a_session_for_each_thread() throws IOException {
        Path file = Files.writeString(temporary.resolve("all.mbox"), MBOX);

        Run run = shell.run("import", "--from", "mbox", file.toString());

        assertThat(run.exit()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("Imported: 2 new").contains("rows without text (1)");
        assertThat(shell.run("history", "--session", "m1@example.org").out())
                .contains("Adé", "Is the bell café brown?", "From the tower it looks so. [image: bell.png]")
                .contains("bo@example.org", "It is green.")
                .doesNotContain("founder", "wrote", "<p>");
        assertThat(shell.run("sessions").out()).contains("The bell");
        assertThat(shell.run("import", "--from", "mbox", file.toString()).err()).contains("Imported: 0 new");
    }

    @Test
    void other_files_are_refused_with_a_remedy() throws IOException {
        Path file = Files.writeString(temporary.resolve("notes.txt"), "no chat\nat all\n");

        assertThat(shell.run("import", "--from", "whatsapp", file.toString()).err())
                .contains("notes.txt is not a chat of WhatsApp as text");
        assertThat(shell.run("import", "--from", "mbox", file.toString()).err())
                .contains("notes.txt is not a mailbox in mbox format");
        assertThat(shell.run("import", "--from", "whatsapp", "--mine", file.toString())
                        .err())
                .contains("--mine is given with --from whatsapp");
    }

    private static void zip(Path zip, String name, String content) throws IOException {
        try (OutputStream out = Files.newOutputStream(zip);
                ZipOutputStream entries = new ZipOutputStream(out, StandardCharsets.UTF_8)) {
            entries.putNextEntry(new ZipEntry(name));
            entries.write(content.getBytes(StandardCharsets.UTF_8));
        }
    }
}
