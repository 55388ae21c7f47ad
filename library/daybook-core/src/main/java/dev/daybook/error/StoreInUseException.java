package dev.daybook.error;

/** Another process, or another daybook of this one, holds the folder. The message names the owner and the remedy. */
public final class StoreInUseException extends DaybookException {

    public StoreInUseException(String message) {
        super(message, null, true);
    }
}
