package dev.daybook;

import dev.daybook.spi.Page;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The pages of a store, read one after the other as they are consumed. */
final class Pages<T> implements Iterator<Page<T>> {

    static final int SIZE = 500;

    private final Function<@Nullable String, Page<T>> read;
    private @Nullable String cursor;
    private boolean ended;

    private Pages(Function<@Nullable String, Page<T>> read) {
        this.read = read;
    }

    /** The items of all pages. Nothing is read before the first is asked for. */
    static <T> Stream<T> stream(Function<@Nullable String, Page<T>> read) {
        Spliterator<Page<T>> pages = Spliterators.spliteratorUnknownSize(new Pages<>(read), Spliterator.ORDERED);
        return StreamSupport.stream(pages, false).flatMap(page -> page.items().stream());
    }

    @Override
    public boolean hasNext() {
        return !ended;
    }

    @Override
    public Page<T> next() {
        if (ended) {
            throw new NoSuchElementException("the last page has been read");
        }
        Page<T> page = read.apply(cursor);
        cursor = page.cursor();
        ended = cursor == null;
        return page;
    }
}
