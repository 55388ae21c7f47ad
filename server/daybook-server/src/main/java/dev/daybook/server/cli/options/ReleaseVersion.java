package dev.daybook.server.cli.options;

import picocli.CommandLine.IVersionProvider;

/** The version of this program, from the manifest of its jar. */
public final class ReleaseVersion implements IVersionProvider {

    @Override
    public String[] getVersion() {
        String version = ReleaseVersion.class.getPackage().getImplementationVersion();
        return new String[] {"daybook " + (version == null ? "(not packaged)" : version)};
    }
}
