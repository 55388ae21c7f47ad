package dev.daybook.server.cli;

import picocli.CommandLine.IVersionProvider;

/** The version of this program, from the manifest of its jar. */
final class ReleaseVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = ReleaseVersion.class.getPackage().getImplementationVersion();
        return new String[] {"daybook " + (version == null ? "(not packaged)" : version)};
    }
}
