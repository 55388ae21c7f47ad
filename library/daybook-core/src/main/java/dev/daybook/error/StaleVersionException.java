package dev.daybook.error;

/**
 * A version conflict: another write changed the entry since the caller read it. Nothing was changed. The same call
 * fails again; read the present version and decide.
 */
public final class StaleVersionException extends DaybookException {

    public StaleVersionException(String message) {
        super(message, null, false);
    }
}
