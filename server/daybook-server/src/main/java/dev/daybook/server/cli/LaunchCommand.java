package dev.daybook.server.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The command line that starts this program in another process. */
final class LaunchCommand {

    private LaunchCommand() {}

    /** Returns the launcher of the repository if the jar is in its build folder, else this Java with this jar. */
    static List<String> command() {
        Path code = code();
        Path target = code.getParent();
        Path launcher =
                target == null ? code : target.resolve("../../../daybook").normalize();
        if (Files.isRegularFile(launcher) && Files.isExecutable(launcher)) {
            return List.of(launcher.toString());
        }
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Files.isDirectory(code)
                ? List.of(java, "-cp", System.getProperty("java.class.path"), "dev.daybook.server.Main")
                : List.of(java, "-jar", code.toString());
    }

    private static Path code() {
        try {
            return Path.of(LaunchCommand.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toAbsolutePath();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(
                    "the location of this program's jar is unknown; start it from its jar or its class folder", e);
        }
    }
}
