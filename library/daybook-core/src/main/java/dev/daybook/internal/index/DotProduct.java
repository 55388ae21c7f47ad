package dev.daybook.internal.index;

/**
 * The dot product of two vectors. A JVM that was started with {@code --add-modules jdk.incubator.vector} computes it with
 * the instructions for vectors of its processor, any other with scalar code (decision 68). Thread-safe.
 */
interface DotProduct {

    /**
     * Returns the dot product of a vector with the components that begin at an index of an array.
     *
     * @param others has at least as many components from the index on as the vector
     */
    double of(float[] vector, float[] others, int begin);

    /** Returns the fastest one of this JVM. */
    static DotProduct fastest() {
        return ModuleLayer.boot()
                .findModule("jdk.incubator.vector")
                .map(DotProduct::byVectorApi)
                .orElseGet(ScalarDotProduct::new);
    }

    /** Returns the one by the Vector API. The API is incubating: a JVM with another form of it uses scalar code. */
    private static DotProduct byVectorApi(Module api) {
        DotProduct.class.getModule().addReads(api);
        try {
            // By name, because this class is compiled for a platform without incubating modules.
            DotProduct vectorized = Class.forName("dev.daybook.internal.index.VectorApiDotProduct")
                    .asSubclass(DotProduct.class)
                    .getDeclaredConstructor()
                    .newInstance();
            // A method that the API lacks is missed at the first call.
            vectorized.of(new float[1], new float[1], 0);
            return vectorized;
        } catch (ReflectiveOperationException | LinkageError otherApi) {
            return new ScalarDotProduct();
        }
    }
}
