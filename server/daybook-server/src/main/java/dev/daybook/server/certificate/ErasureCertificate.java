package dev.daybook.server.certificate;

import dev.daybook.internal.json.JsonFields;
import dev.daybook.internal.json.PlainJson;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A signed statement about an erasure, as a JSON object: what was searched, and what was found. The signature covers
 * all other fields, in the canonical form of {@link PlainJson#writeCanonical}.
 */
public record ErasureCertificate(Map<String, @Nullable Object> fields) {

    private static final String FORM = "daybook-erasure-certificate/1";
    private static final String SIGNATURE = "signature";
    private static final String PROVED = "proved";
    private static final String PUBLIC_KEY = "publicKey";

    /**
     * Signs a statement.
     *
     * @param statement fields with texts, whole numbers, lists and objects
     */
    public static ErasureCertificate signed(Map<String, @Nullable Object> statement, SigningKey key) {
        Map<String, @Nullable Object> fields = PlainJson.object("certificate", FORM);
        fields.putAll(statement);
        fields.put(PUBLIC_KEY, key.publicKey());
        fields.put(SIGNATURE, key.sign(content(fields)));
        return new ErasureCertificate(fields);
    }

    /**
     * Reads a certificate, without checking its signature.
     *
     * @throws IllegalArgumentException if the text is no certificate
     */
    public static ErasureCertificate read(String text) {
        Map<String, @Nullable Object> fields = PlainJson.readObject(text);
        JsonFields read = new JsonFields(fields);
        String form = read.text("certificate");
        if (!form.equals(FORM)) {
            throw read.wrong("certificate", form, FORM);
        }
        read.text(PUBLIC_KEY);
        read.text(SIGNATURE);
        return new ErasureCertificate(fields);
    }

    /** Returns whether the certificate is as it was signed. */
    public boolean isUnchanged() {
        return SigningKey.verifies(publicKey(), content(fields), new JsonFields(fields).text(SIGNATURE));
    }

    public String publicKey() {
        return new JsonFields(fields).text(PUBLIC_KEY);
    }

    /** Returns whether the certificate states that nothing of the forgotten texts was found. Check the signature first. */
    public boolean proved() {
        return Boolean.TRUE.equals(fields.get(PROVED));
    }

    /** Returns what is stated: all fields but the key and the signature. */
    public Map<String, @Nullable Object> statement() {
        Map<String, @Nullable Object> statement = new LinkedHashMap<>(fields);
        statement.remove(PUBLIC_KEY);
        statement.remove(SIGNATURE);
        return statement;
    }

    public String text() {
        return PlainJson.write(fields);
    }

    private static String content(Map<String, @Nullable Object> fields) {
        Map<String, @Nullable Object> signed = new LinkedHashMap<>(fields);
        signed.remove(SIGNATURE);
        return PlainJson.writeCanonical(signed);
    }
}
