package dev.daybook.internal.encryption;

import dev.daybook.internal.codec.HmacSha256;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts names such that equal names in equal contexts give equal bytes, by which a database finds them. The first 16
 * bytes are an HMAC of context and name, cut, and at the same time the initial counter of AES-CTR over the name: the
 * construction of SIV (RFC 5297) with HMAC-SHA-256 as its pseudo-random function.
 */
final class NameCipher {

    private static final int TAG = 16;

    private final byte[] authentication;
    private final SecretKeySpec encryption;

    NameCipher(byte[] key) {
        this.authentication = HmacSha256.of(key, new ContextFields("name authentication").bytes());
        this.encryption = new SecretKeySpec(HmacSha256.of(key, new ContextFields("name encryption").bytes()), "AES");
    }

    /** @param context what the name is of; only the same context opens it */
    byte[] seal(ContextFields context, String name) {
        byte[] plain = name.getBytes(StandardCharsets.UTF_8);
        byte[] tag = tag(context, plain);
        byte[] sealed = Arrays.copyOf(tag, TAG + plain.length);
        System.arraycopy(crypt(tag, plain), 0, sealed, TAG, plain.length);
        return sealed;
    }

    /** Returns a name, or null if the bytes are not those of a name in this context. */
    @Nullable
    String open(ContextFields context, byte[] sealed) {
        if (sealed.length < TAG) {
            return null;
        }
        byte[] tag = Arrays.copyOf(sealed, TAG);
        byte[] plain = crypt(tag, Arrays.copyOfRange(sealed, TAG, sealed.length));
        return Arrays.equals(tag, tag(context, plain)) ? new String(plain, StandardCharsets.UTF_8) : null;
    }

    /** Returns the name of a moved or changed record as far as it can be read, for messages; null if it cannot. */
    @Nullable
    String unverified(byte[] sealed) {
        if (sealed.length < TAG) {
            return null;
        }
        byte[] plain = crypt(Arrays.copyOf(sealed, TAG), Arrays.copyOfRange(sealed, TAG, sealed.length));
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(plain))
                    .toString();
        } catch (CharacterCodingException damaged) {
            return null;
        }
    }

    private byte[] tag(ContextFields context, byte[] name) {
        byte[] fields = context.bytes();
        return Arrays.copyOf(
                HmacSha256.of(
                        authentication,
                        ByteBuffer.allocate(Integer.BYTES).putInt(fields.length).array(),
                        fields,
                        name),
                TAG);
    }

    private byte[] crypt(byte[] counter, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
            cipher.init(Cipher.ENCRYPT_MODE, encryption, new IvParameterSpec(counter));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has AES in counter mode", e);
        }
    }
}
