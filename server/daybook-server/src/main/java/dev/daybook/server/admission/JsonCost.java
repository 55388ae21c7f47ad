package dev.daybook.server.admission;

/**
 * Estimates the heap that a JSON text takes when parsed into maps and lists, beyond its strings, in one pass over its
 * characters. Sixteen megabytes of <code>[{},{},…]</code> become some hundred of empty maps.
 */
final class JsonCost {

    /** A map or a list with its first table, or an entry of a map. */
    private static final int PART = 64;

    /** A text without its characters. */
    private static final int TEXT = 56;

    /** A number with its place in a list. */
    private static final int ITEM = 32;

    private long cost;
    private boolean inText;
    private boolean isEscaped;

    private JsonCost() {}

    /** Returns the estimate in bytes; any number for invalid JSON. */
    static long of(byte[] json) {
        JsonCost cost = new JsonCost();
        for (byte sign : json) {
            cost.add(sign);
        }
        return cost.cost;
    }

    /** Returns the estimate in bytes; any number for invalid JSON. */
    static long of(String json) {
        JsonCost cost = new JsonCost();
        for (int i = 0; i < json.length(); i++) {
            cost.add(json.charAt(i));
        }
        return cost.cost;
    }

    private void add(int sign) {
        if (inText) {
            inText = isEscaped || sign != '"';
            isEscaped = !isEscaped && sign == '\\';
            return;
        }
        switch (sign) {
            case '"' -> {
                inText = true;
                cost += TEXT;
            }
            case '{', '[', ':' -> cost += PART;
            case ',' -> cost += ITEM;
            default -> {}
        }
    }
}
