package dev.daybook.explorer.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The Chromium of this machine, started once for all tests: unpacking the driver takes longer than most of them. The
 * property {@code daybook.chromium} is {@code auto} (skip without one), {@code required} (fail without one) or a path.
 */
final class HeadlessChromium {

    private static final String WANTED = System.getProperty("daybook.chromium", "auto");
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    private static final class Started {
        static final Browser BROWSER = start(executable().orElseThrow());
    }

    private HeadlessChromium() {}

    /** Returns the browser, or skips the test if there is none and none is required. */
    static Browser get() {
        boolean found = executable().isPresent();
        if (!found && !WANTED.equals("auto")) {
            throw new IllegalStateException(
                    "there is no Chromium; install one, such as Debian's chromium, or give -Ddaybook.chromium=PATH");
        }
        Assumptions.assumeTrue(found, "there is no Chromium on the PATH");
        return Started.BROWSER;
    }

    private static Optional<Path> executable() {
        if (!WANTED.equals("auto") && !WANTED.equals("required")) {
            return Optional.of(Path.of(WANTED)).filter(Files::isExecutable);
        }
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** It ends with this process: the driver ends when its pipe is closed. */
    private static Browser start(Path executable) {
        return Playwright.create()
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(executable)
                        // The sandbox needs rights that a container does not have; the only pages are ours.
                        .setArgs(List.of("--no-sandbox")));
    }
}
