package dev.daybook.server.certificate;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import dev.daybook.server.files.InterProcessLock;
import dev.daybook.server.files.PrivateFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The key pair that signs the certificates of a data folder: Ed25519 (RFC 8032), in the file {@value #NAME}, which its
 * owner alone can read. It is made with the first certificate.
 *
 * @param publicKey the public key in Base64 (X.509)
 */
public record SigningKey(PrivateKey privateKey, String publicKey) {

    public static final String NAME = "certificate-key.json";

    private static final String ALGORITHM = "Ed25519";

    /** Returns the key of a folder; makes it if there is none. */
    @SuppressWarnings("try") // the lock is held, not used
    public static SigningKey of(Path folder) {
        Path file = folder.resolve(NAME);
        try (InterProcessLock lock = InterProcessLock.of(file)) {
            if (!Files.exists(file)) {
                KeyPair pair = KeyPairGenerator.getInstance(ALGORITHM).generateKeyPair();
                Map<String, @Nullable Object> content = PlainJson.object("algorithm", ALGORITHM);
                content.put("publicKey", text(pair.getPublic().getEncoded()));
                content.put("privateKey", text(pair.getPrivate().getEncoded()));
                PrivateFile.write(file, PlainJson.write(content) + "\n");
            }
            return read(file);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot use the key of certificates in " + NAME + ": " + e.getMessage(), e);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    "the key of certificates in " + NAME
                            + " is damaged; restore the file, or delete it for another key",
                    e);
        }
    }

    /** Returns the public key of a folder, if it has signed a certificate. */
    public static Optional<String> publicKeyOf(Path folder) {
        Path file = folder.resolve(NAME);
        return Files.exists(file) ? Optional.of(of(folder).publicKey()) : Optional.empty();
    }

    private static SigningKey read(Path file) throws IOException, GeneralSecurityException {
        JsonFields fields = new JsonFields(PlainJson.readObject(Files.readString(file)));
        fields.text("algorithm");
        PrivateKey privateKey = KeyFactory.getInstance(ALGORITHM)
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(fields.text("privateKey"))));
        SigningKey key = new SigningKey(privateKey, fields.text("publicKey"));
        fields.done();
        return key;
    }

    /** Returns the signature of a text, in Base64. */
    String sign(String content) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initSign(privateKey);
            signature.update(content.getBytes(StandardCharsets.UTF_8));
            return text(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java from 15 on has " + ALGORITHM, e);
        }
    }

    /** Returns whether a signature of a text was made with the private key of a public key. */
    static boolean verifies(String publicKey, String content, String signed) {
        try {
            Signature signature = Signature.getInstance(ALGORITHM);
            signature.initVerify(KeyFactory.getInstance(ALGORITHM)
                    .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(publicKey))));
            signature.update(content.getBytes(StandardCharsets.UTF_8));
            return signature.verify(Base64.getDecoder().decode(signed));
        } catch (GeneralSecurityException | IllegalArgumentException malformed) {
            return false;
        }
    }

    private static String text(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }
}
