package dev.daybook.server.cli;

import picocli.CommandLine.IVersionProvider;

/** The version as it stands in the manifest of the jar. */
final class Release implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = Release.class.getPackage().getImplementationVersion();
        return new String[] {"daybook " + (version == null ? "(not packaged)" : version)};
    }
}
