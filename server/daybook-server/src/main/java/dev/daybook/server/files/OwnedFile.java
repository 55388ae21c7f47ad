package dev.daybook.server.files;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.UserPrincipal;
import java.util.Objects;

/**
 * Tells whether another user of the machine could have written a file (decision 117). On a file system without owners
 * and permissions, as on Windows or in a folder that a container gets from it, nothing is told and nothing refused.
 */
public final class OwnedFile {

    private static final String ROOT = "root";

    private OwnedFile() {}

    /**
     * Requires that a file belongs to this process's user, to the owner of its folder or to root, and that not everybody
     * may write it. A group may, because orchestrators give volumes to a group.
     *
     * @throws IOException if another user owns or may write it
     */
    public static void require(Path file) throws IOException {
        PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return;
        }
        PosixFileAttributes attributes = view.readAttributes();
        Path folder = Objects.requireNonNull(file.toAbsolutePath().getParent(), "a file in a folder");
        boolean isOpen = attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
        boolean isForeign = !attributes.owner().getName().equals(ROOT)
                && !attributes.owner().equals(Files.getOwner(folder));
        if (!isOpen && !isForeign) {
            return;
        }
        // What this process makes shows who it is, and whether the file system keeps permissions.
        Path own = Files.createTempFile(folder, ".owner", ".new", PrivateFile.ownersOnly());
        try {
            PosixFileAttributes made = Files.readAttributes(own, PosixFileAttributes.class);
            requireOwner(file, attributes.owner(), made.owner(), isForeign);
            if (isOpen && !made.permissions().contains(PosixFilePermission.OTHERS_WRITE)) {
                throw new IOException("every user of this machine may write " + file
                        + "; check its content, then forbid it with 'chmod 600'");
            }
        } finally {
            Files.deleteIfExists(own);
        }
    }

    private static void requireOwner(Path file, UserPrincipal owner, UserPrincipal self, boolean isForeign)
            throws IOException {
        if (isForeign && !owner.equals(self)) {
            throw new IOException(
                    file + " belongs to the user " + owner.getName()
                            + ", who is neither this user nor the owner of its folder; check its content, then change its owner");
        }
    }
}
