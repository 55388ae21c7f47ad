package dev.daybook.server.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.daybook.internal.codec.HmacSha256;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Mutual authentication by the secret of {@code server.json}, which is never sent: an HMAC over two random numbers, one
 * of each end. The server proves first, so a stranger on the port of a killed server learns nothing. The prefixes of
 * the numbers differ, so neither proof can be replayed as the other.
 *
 * <pre>
 * command: HELLO  number         server: CHALLENGE  number, proof         command: PROOF  proof
 * </pre>
 */
final class ChannelHandshake {

    private static final int NUMBER_BYTES = 32;
    private static final int PROOF_BYTES = 32;

    private final byte[] secret;
    private final SecureRandom random = new SecureRandom();

    ChannelHandshake(String secret) {
        this.secret = secret.getBytes(UTF_8);
    }

    /** Performs the command's part; false if the other end does not know the secret. */
    boolean call(DataInputStream in, DataOutputStream out) throws IOException {
        byte[] own = number();
        ChannelFrames.write(out, ChannelFrames.HELLO, own);
        byte[] answer = ChannelFrames.read(in, ChannelFrames.CHALLENGE, NUMBER_BYTES + PROOF_BYTES);
        byte[] theirs = Arrays.copyOf(answer, NUMBER_BYTES);
        byte[] proof = Arrays.copyOfRange(answer, NUMBER_BYTES, answer.length);
        if (!MessageDigest.isEqual(proof, proof("daybook server", own, theirs))) {
            return false;
        }
        ChannelFrames.write(out, ChannelFrames.PROOF, proof("daybook command", own, theirs));
        return true;
    }

    /** Performs the server's part; false if the other end does not know the secret. */
    boolean answer(DataInputStream in, DataOutputStream out) throws IOException {
        byte[] theirs = ChannelFrames.read(in, ChannelFrames.HELLO, NUMBER_BYTES);
        byte[] own = number();
        byte[] proof = proof("daybook server", theirs, own);
        byte[] answer = Arrays.copyOf(own, NUMBER_BYTES + PROOF_BYTES);
        System.arraycopy(proof, 0, answer, NUMBER_BYTES, PROOF_BYTES);
        ChannelFrames.write(out, ChannelFrames.CHALLENGE, answer);
        return MessageDigest.isEqual(
                ChannelFrames.read(in, ChannelFrames.PROOF, PROOF_BYTES), proof("daybook command", theirs, own));
    }

    private byte[] number() {
        byte[] number = new byte[NUMBER_BYTES];
        random.nextBytes(number);
        return number;
    }

    private byte[] proof(String who, byte[] ofCommand, byte[] ofServer) {
        return HmacSha256.of(secret, who.getBytes(US_ASCII), ofCommand, ofServer);
    }
}
