package dev.daybook.embeddings;

/** The way from a model's outputs, one for each word piece, to one vector. */
enum VectorPooling {
    /** The mean of all outputs. */
    MEAN,
    /** The output of the first marker, {@code [CLS]}. */
    CLS
}
