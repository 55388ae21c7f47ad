package dev.daybook.all;

import java.io.File;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The class path for a process of our own, whichever way the test itself was started. */
final class TestClassPath {

    private TestClassPath() {}

    static String get() {
        Set<String> entries = new LinkedHashSet<>();
        for (String property : List.of("java.class.path", "jdk.module.path", "surefire.test.class.path")) {
            String value = System.getProperty(property, "");
            if (!value.isEmpty()) {
                entries.addAll(List.of(value.split(File.pathSeparator)));
            }
        }
        entries.add(testClasses().toString());
        return String.join(File.pathSeparator, entries);
    }

    private static Path testClasses() {
        return Paths.get("target", "test-classes").toAbsolutePath();
    }
}
