package dev.daybook.outcome;

import java.util.List;

/** The report of a store check, with one finding per aspect. */
public record HealthReport(List<Finding> findings) {
    public HealthReport {
        findings = List.copyOf(findings);
    }

    public boolean ok() {
        return findings.stream().allMatch(finding -> finding.level() != Level.FAIL);
    }

    /** The severity of a finding. */
    public enum Level {
        OK,
        /** The store works, but an operator should know. */
        WARN,
        FAIL
    }

    /**
     * The result of checking one aspect.
     *
     * @param aspect the checked aspect
     * @param detail the observation; contains no stored text
     * @param remedy the recommended action; empty if none is needed
     */
    public record Finding(Level level, String aspect, String detail, String remedy) {}
}
