package dev.daybook.server.problem;

/** The upstream of a proxied call cannot be reached, broke off or was silent for too long. */
public final class UpstreamException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private static final int BAD_GATEWAY = 502;
    private static final int GATEWAY_TIMEOUT = 504;

    private final boolean silent;

    public UpstreamException(String message, boolean silent, Throwable cause) {
        super(message, cause);
        this.silent = silent;
    }

    int status() {
        return silent ? GATEWAY_TIMEOUT : BAD_GATEWAY;
    }
}
