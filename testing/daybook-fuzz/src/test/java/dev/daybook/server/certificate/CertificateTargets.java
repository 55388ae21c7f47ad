package dev.daybook.server.certificate;

import dev.daybook.fuzz.FuzzTarget;
import java.util.List;

/** The parser of erasure certificates. */
public final class CertificateTargets {

    private CertificateTargets() {}

    public static List<FuzzTarget> all() {
        return List.of(FuzzTarget.ofText(
                        "certificate",
                        text -> ErasureCertificate.read(text).isUnchanged(),
                        "{\"certificate\":\"daybook-erasure-certificate/1\",\"found\":0,\"publicKey\":"
                                + "\"MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\","
                                + "\"signature\":\"AAAA\"}")
                .refusing(IllegalArgumentException.class));
    }
}
