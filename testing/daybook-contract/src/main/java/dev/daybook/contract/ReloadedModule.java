package dev.daybook.contract;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.Predicate;

/** A class loader that loads the classes of a module anew, without the classes of an optional library. */
public final class ReloadedModule extends ClassLoader {

    private final Predicate<String> ours;
    private final Predicate<String> missing;

    /**
     * Creates a class loader.
     *
     * @param parent loads everything else
     * @param ours whether a class of this name is loaded anew
     * @param missing whether a class of this name is not there
     */
    public ReloadedModule(ClassLoader parent, Predicate<String> ours, Predicate<String> missing) {
        super(parent);
        this.ours = ours;
        this.missing = missing;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (missing.test(name)) {
            throw new ClassNotFoundException(name);
        }
        return ours.test(name) ? own(name) : super.loadClass(name, resolve);
    }

    private Class<?> own(String name) throws ClassNotFoundException {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
            return loaded;
        }
        try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (file == null) {
                throw new ClassNotFoundException(name);
            }
            byte[] bytes = file.readAllBytes();
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }
}
