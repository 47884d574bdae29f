package timemory.context;

import java.util.Comparator;
import java.util.Spliterator;
import java.util.function.Consumer;
import timemory.Position;
import timemory.internal.callgraph.Frame;

/** Runs what is done with its elements, on whichever thread, below one position. A stream does all its steps in one of these calls. */
final class HandOverSpliterator<T> implements Spliterator<T> {

    private final Spliterator<T> source;
    private final Position position;

    HandOverSpliterator(Spliterator<T> source, Position position) {
        this.source = source;
        this.position = position;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
        Frame frame = HandOver.enter(position);
        try {
            return source.tryAdvance(action);
        } finally {
            HandOver.leave(position, frame);
        }
    }

    @Override
    public void forEachRemaining(Consumer<? super T> action) {
        Frame frame = HandOver.enter(position);
        try {
            source.forEachRemaining(action);
        } finally {
            HandOver.leave(position, frame);
        }
    }

    @Override
    public Spliterator<T> trySplit() {
        Spliterator<T> part = source.trySplit();
        return part == null ? null : new HandOverSpliterator<>(part, position);
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
    public Comparator<? super T> getComparator() {
        return source.getComparator();
    }
}
