package dev.daybook.replay;

import java.io.IOException;

/** A seed whose memories are in temporary folders, which are deleted with it. */
abstract class FolderSeed implements SeedMemory {

    final ReplayFolder folders = new ReplayFolder();

    @Override
    public void close() throws IOException {
        stage().close();
        folders.close();
    }
}
