package timemory.agent.record;

import java.util.function.Function;
import kotlin.coroutines.CoroutineContext;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.agent.boot.CallFrame;
import timemory.agent.boot.CoroutineFrames;
import timemory.agent.boot.SuspendingCall;

/**
 * The coroutines of the program: which strand each of them is.
 *
 * <p>One that was launched with {@code measured()} carries it in its context, where the program shares its timemory with the agent. Others
 * are given one when they are made, below the place of the thread that makes them, and it is found again by the chain of frames that
 * leads from any continuation of the coroutine to its end. A coroutine that is older than the agent gets one at its first measured call.
 *
 * <p>May be used by any number of threads.
 */
public final class Coroutines {
    private static final class Kotlin {
        /** {@code null} where its coroutines cannot be looked into. */
        final @Nullable CoroutineFrames frames;

        /** Whether it is the agent's own too, so that contexts can carry strands. */
        final boolean isShared;

        Kotlin(@Nullable CoroutineFrames frames) {
            this.frames = frames;
            isShared = frames != null && frames.getClass().getClassLoader() == CoroutineContext.class.getClassLoader();
        }

        /** The strand that {@code continuation} leads to by the chain of frames, {@code null} where it leads to none. */
        @Nullable
        Strand markedStrandOf(Object continuation) {
            Object mark = frames == null ? null : frames.mark(continuation);
            return mark instanceof MeasuredCall ? ((MeasuredCall) mark).strand : (Strand) mark;
        }

        @Nullable
        Strand measuredStrandOf(Object continuation) {
            return frames != null && isShared ? Strand.of((CoroutineContext) frames.context(continuation)) : null;
        }
    }

    /** The Kotlin that a class of continuations belongs to: kept with the class, so that no loader of the program is kept by the agent. */
    private final ClassValue<Kotlin> kotlins;

    /**
     * Coroutines of any Kotlin.
     *
     * @param find tells of a class of continuations how to look into its coroutines, {@code null} where that is not possible
     */
    public Coroutines(Function<Class<?>, @Nullable CoroutineFrames> find) {
        kotlins = new ClassValue<>() {
            @Override
            protected Kotlin computeValue(Class<?> type) {
                return new Kotlin(find.apply(type));
            }
        };
    }

    private Kotlin kotlinOf(Object continuation) {
        return kotlins.get(continuation.getClass());
    }

    /** {@code function} is called. */
    @Nullable
    SuspendingCall call(Object completion, int site, Site function, Object @Nullable [] arguments) {
        Kotlin kotlin = kotlinOf(completion);
        CoroutineFrames frames = kotlin.frames;
        if (frames == null) return null;
        Strand measured = kotlin.measuredStrandOf(completion);
        Strand marked = kotlin.markedStrandOf(completion);
        Strand strand = measured != null ? measured : marked != null ? marked : Strand.here();
        Strand.Slice slice = resume(strand, marked);
        OpenRegion region = function.open(strand, arguments);
        MeasuredCall call = new MeasuredCall(strand, frames.suspended(), slice, region);
        call.frame = frames.frame(completion, site, call);
        return call;
    }

    /** The function {@code site} is resumed with its own {@code continuation}. */
    @Nullable
    CallFrame resumed(Object continuation, int site) {
        CoroutineFrames frames = kotlinOf(continuation).frames;
        return frames == null ? null : frames.frameOf(continuation, site);
    }

    /** A thread takes up the coroutine of {@code continuation}; {@code null} where it runs it already, or it is not known. */
    Strand.@Nullable Slice resume(Object continuation) {
        Kotlin kotlin = kotlinOf(continuation);
        if (kotlin.frames == null) return null;
        Strand measured = kotlin.measuredStrandOf(continuation);
        Strand marked = kotlin.markedStrandOf(continuation);
        Strand strand = measured != null ? measured : marked;
        if (strand == null) return null;
        Strand.Slice slice = resume(strand, marked);
        return slice.isStarted() ? slice : null;
    }

    /** A scope within a coroutine that carries a strand of its own, as {@code measuredScope} makes it, is part of the one around it. */
    private static Strand.Slice resume(Strand strand, @Nullable Strand marked) {
        return marked == null || marked == strand ? strand.resume() : strand.resume(marked);
    }

    /** A coroutine is made that ends with {@code completion}; what it shall end with in place of {@code probed}. */
    Object created(Object probed, Object completion) {
        Kotlin kotlin = kotlinOf(completion);
        if (kotlin.frames == null || kotlin.frames.isWithinCoroutine(completion)) return probed;
        Strand measured = kotlin.measuredStrandOf(completion);
        return kotlin.frames.root(probed, measured == null ? Strand.here() : measured);
    }
}
