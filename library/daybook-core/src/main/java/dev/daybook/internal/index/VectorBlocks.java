package dev.daybook.internal.index;

import java.util.Arrays;

/**
 * The vectors of a scope, each scaled to unit length and with a signature, numbered in the order of their addition.
 *
 * <p>The components lie in blocks of some dozen vectors, so that a large scope grows without copying them and a small one
 * wastes little, and the processor reads one vector after the other: from scattered objects a cosine took three times as
 * long, because it waits for memory.
 *
 * <p>A signature has one bit for the sign of each component. The estimate of a cosine by {@link QueryPlanes} costs a tenth of
 * the cosine. Not thread-safe.
 */
final class VectorBlocks {

    private static final int BLOCK_FLOATS = 1 << 14;

    /** All vectors have as many components as the first. */
    private int dimensions;

    private int words;

    /** A block holds a power of two of vectors: their number is shifted right for the block, and masked for the place. */
    private int shift;

    private int mask;

    private float[][] blocks = {};
    private long[] signatures = {};

    /** The reciprocal of the sum of the absolute components: the factor from an estimated dot product to a cosine. */
    private float[] factors = {};

    private int count;

    /** The sum of the lengths of the blocks: the memory use is compared with the limit for each row that is added. */
    private long floats;

    int dimensions() {
        return dimensions;
    }

    /** Returns whether the vectors have these dimensions; true if there are none. */
    boolean fits(int ofVector) {
        return count == 0 || ofVector == dimensions;
    }

    /**
     * Adds a vector and returns its number.
     *
     * @throws IllegalArgumentException if it has other dimensions than the vectors before
     */
    int add(float[] values) {
        if (count == 0) {
            layOut(values.length);
        }
        require(values.length);
        int number = count++;
        makeRoom(number);
        float[] block = blocks[number >> shift];
        int begin = (number & mask) * dimensions;
        UnitVector.scale(values, block, begin);
        double sum = 0;
        for (int i = 0; i < dimensions; i++) {
            sum += Math.abs(block[begin + i]);
        }
        sign(block, begin, number * words);
        factors[number] = sum > 0 ? (float) (1 / sum) : 0;
        return number;
    }

    private void layOut(int width) {
        dimensions = width;
        words = (width + Long.SIZE - 1) / Long.SIZE;
        int perBlock = Integer.highestOneBit(Math.max(1, BLOCK_FLOATS / width));
        shift = Integer.numberOfTrailingZeros(perBlock);
        mask = perBlock - 1;
    }

    private void require(int width) {
        if (width != dimensions) {
            throw new IllegalArgumentException("vector has " + width + " dimensions, the scope's vectors have "
                    + dimensions + "; compare vectors of one embedder only");
        }
    }

    private void makeRoom(int number) {
        int block = number >> shift;
        if (block == blocks.length) {
            blocks = Arrays.copyOf(blocks, Math.max(1, blocks.length * 2));
        }
        int needed = ((number & mask) + 1) * dimensions;
        if (blocks[block] == null) {
            blocks[block] = new float[block == 0 ? needed : (mask + 1) * dimensions];
            floats += blocks[block].length;
        } else if (blocks[block].length < needed) {
            floats -= blocks[block].length;
            blocks[block] = Arrays.copyOf(blocks[block], Math.min(mask + 1, 2 * number) * dimensions);
            floats += blocks[block].length;
        }
        if (number == factors.length) {
            int room = Math.max(1, number + (number >> 1) + 1);
            factors = Arrays.copyOf(factors, room);
            signatures = Arrays.copyOf(signatures, room * words);
        }
    }

    private void sign(float[] block, int begin, int place) {
        for (int word = 0; word < words; word++) {
            long signs = 0;
            for (int i = Math.min(dimensions, (word + 1) * Long.SIZE) - 1; i >= word * Long.SIZE; i--) {
                // Arithmetic on the sign bit: a branch would be mispredicted half of the time.
                signs = signs << 1 | Float.floatToRawIntBits(block[begin + i]) >>> (Integer.SIZE - 1);
            }
            signatures[place + word] = signs;
        }
    }

    /** Returns the cosine of a vector and the query. */
    double cosine(int number, UnitVector query) {
        require(query.dimensions());
        return query.dot(blocks[number >> shift], (number & mask) * dimensions);
    }

    /** Returns the distance of the signature of a vector and the query. */
    int distance(int number, QueryPlanes query) {
        require(query.dimensions());
        return query.distance(signatures, number * words);
    }

    /** Returns the estimated cosine of a vector and the query, given their distance; 0 for the zero vector. */
    double estimate(int number, int distance, QueryPlanes query) {
        return query.dotOfSigns(distance) * factors[number];
    }

    /** Returns the approximate memory use. */
    long bytes() {
        return Float.BYTES * (floats + factors.length) + (long) Long.BYTES * signatures.length;
    }
}
