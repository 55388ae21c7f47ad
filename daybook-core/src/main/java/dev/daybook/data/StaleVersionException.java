package dev.daybook.data;

/**
 * The version that a change expected is not there any more: somebody else was faster. Nothing was changed. The same call
 * fails again; read anew and decide.
 */
public final class StaleVersionException extends DaybookException {

    public StaleVersionException(String message) {
        super(message, null, false);
    }
}
