package dev.daybook.spi;

import java.util.List;

/** What a check of a store found: one finding for each thing it looked at. */
public record Health(List<Finding> findings) {
    public Health {
        findings = List.copyOf(findings);
    }

    public boolean ok() {
        return findings.stream().allMatch(finding -> finding.level() != Level.FAIL);
    }

    /** How bad it is. */
    public enum Level {
        OK,
        /** It works, but somebody should know. */
        WARN,
        FAIL
    }

    /**
     * One thing that was looked at.
     *
     * @param what what was looked at
     * @param detail what was seen; no stored text
     * @param remedy what to do; empty if nothing
     */
    public record Finding(Level level, String what, String detail, String remedy) {}
}
