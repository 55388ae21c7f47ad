package dev.daybook.model;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** An immutable vector. Two embeddings are equal if their numbers are equal, bit for bit. Thread-safe. */
public final class Embedding {

    private final float[] values;

    private Embedding(float[] values) {
        this.values = values;
    }

    /**
     * Copies the numbers.
     *
     * @throws IllegalArgumentException if there are none, or one is not finite
     */
    public static Embedding of(float... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("embedding is empty; give at least one number, or none at all (null)");
        }
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        "embedding has " + values[i] + " at index " + i + "; all numbers must be finite");
            }
        }
        return new Embedding(values.clone());
    }

    /** Returns the number of dimensions. */
    public int dimensions() {
        return values.length;
    }

    /** Returns a copy of the numbers. */
    public float[] toArray() {
        return values.clone();
    }

    /** Returns the number at an index from 0 to {@link #dimensions()} - 1. */
    public float get(int index) {
        return values[index];
    }

    /**
     * Returns the cosine similarity of two vectors, -1 to 1; 0 if one of them has length zero.
     *
     * @throws IllegalArgumentException if the other vector has another number of dimensions
     */
    public double cosine(Embedding other) {
        if (other.values.length != values.length) {
            throw new IllegalArgumentException("embedding has " + other.values.length + " dimensions, this one "
                    + values.length + "; compare vectors of one embedder only");
        }
        double dot = 0;
        double mine = 0;
        double theirs = 0;
        for (int i = 0; i < values.length; i++) {
            dot += (double) values[i] * other.values[i];
            mine += (double) values[i] * values[i];
            theirs += (double) other.values[i] * other.values[i];
        }
        return mine == 0 || theirs == 0 ? 0 : dot / Math.sqrt(mine * theirs);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Embedding embedding && Arrays.equals(values, embedding.values);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(values);
    }

    @Override
    public String toString() {
        return "Embedding[" + values.length + "]";
    }
}
