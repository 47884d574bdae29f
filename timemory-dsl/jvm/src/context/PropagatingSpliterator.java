package timemory.context;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;
import timemory.internal.callgraph.ContextFrame;

/** Runs operations on its elements, on any thread, below one position. A stream does all its steps in one of these calls. */
final class PropagatingSpliterator<T> implements Spliterator<T> {

    private final Spliterator<T> source;
    private final CallContext context;

    PropagatingSpliterator(Spliterator<T> source, CallContext context) {
        this.source = source;
        this.context = context;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
        ContextFrame frame = ContextPropagation.enter(context);
        try {
            return source.tryAdvance(action);
        } finally {
            ContextPropagation.leave(context, frame);
        }
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
        ContextFrame frame = ContextPropagation.enter(context);
        try {
            source.forEachRemaining(action);
        } finally {
            ContextPropagation.leave(context, frame);
        }
    }

    @Override
    public @Nullable Spliterator<T> trySplit() {
        Spliterator<T> part = source.trySplit();
        return part == null ? null : new PropagatingSpliterator<>(part, context);
    }

    @Override
    public long estimateSize() {
        return source.estimateSize();
    }

    @Override
    public long getExactSizeIfKnown() {
        return source.getExactSizeIfKnown();
    }

    @Override
    public int characteristics() {
        return source.characteristics();
    }

    @Override
    public @Nullable Comparator<? super T> getComparator() {
        return source.getComparator();
    }
}
