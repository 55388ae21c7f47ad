package dev.daybook.server.admission;

/**
 * The heap that a body takes until its call is answered, as a multiple of its bytes and of the parts of its JSON. It is
 * reserved before the body is read, so it is the most that a body of the kind can take.
 */
enum BodyCost {
    /** Its bytes, its text, and the texts in it; a character outside of Latin-1 makes a text twice as long. */
    REST(4, 1),

    /** The SDK reads and parses the body, and writes the arguments of a tool, which are parsed once more. */
    MCP(12, 2);

    private final int heapPerByte;
    private final int parses;

    BodyCost(int heapPerByte, int parses) {
        this.heapPerByte = heapPerByte;
        this.parses = parses;
    }

    /** Returns the heap in bytes for so many bytes of a body. */
    long ofBytes(long bytes) {
        return heapPerByte * bytes;
    }

    /** Returns the number of bytes of a body that fit into a heap. */
    long bytesIn(long heap) {
        return heap / heapPerByte;
    }

    /** Returns the further heap in bytes for the parts of a JSON text. */
    long ofParts(byte[] json) {
        return parses * JsonCost.of(json);
    }

    /** Returns the further heap in bytes for the parts of a JSON text. */
    long ofParts(String json) {
        return parses * JsonCost.of(json);
    }
}
