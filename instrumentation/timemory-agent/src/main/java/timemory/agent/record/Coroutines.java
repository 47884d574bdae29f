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
 * The coroutines of the program and their strands.
 *
 * <p>A coroutine that was launched with {@code measured()} carries its strand in its context, if the program shares its timemory with the
 * agent. Others get one when they are created, at the call context of the creating thread, and it is found again through the chain of
 * frames that leads from any continuation of the coroutine to its end. A coroutine that was created before the agent started gets one at
 * its first measured call.
 *
 * <p>May be used by any number of threads.
 */
public final class Coroutines {
    private static final class Kotlin {
        /** {@code null} if its coroutines cannot be inspected. */
        final @Nullable CoroutineFrames frames;

        /** Whether the agent uses it too, so that contexts can carry strands. */
        final boolean isShared;

        Kotlin(@Nullable CoroutineFrames frames) {
            this.frames = frames;
            isShared = frames != null && frames.getClass().getClassLoader() == CoroutineContext.class.getClassLoader();
        }

        /** Returns the strand found through the chain of frames of {@code continuation}, {@code null} if there is none. */
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

    /**
     * The Kotlin runtime that a class of continuations belongs to: stored with the class, so that the agent keeps no loader of the program
     * alive.
     */
    private final ClassValue<Kotlin> kotlins;

    /**
     * Coroutines of any Kotlin runtime.
     *
     * @param find returns the access to the coroutines of a class of continuations, {@code null} if that is not possible
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

    /** A thread resumes the coroutine of {@code continuation}; {@code null} if it is already running it, or it is unknown. */
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

    /** A scope within a coroutine that carries its own strand, as created by {@code measuredScope}, is part of the enclosing one. */
    private static Strand.Slice resume(Strand strand, @Nullable Strand marked) {
        return marked == null || marked == strand ? strand.resume() : strand.resume(marked);
    }

    /** A coroutine is created that ends with {@code completion}; returns its new completion in place of {@code probed}. */
    Object created(Object probed, Object completion) {
        Kotlin kotlin = kotlinOf(completion);
        if (kotlin.frames == null || kotlin.frames.isWithinCoroutine(completion)) return probed;
        Strand measured = kotlin.measuredStrandOf(completion);
        return kotlin.frames.root(probed, measured == null ? Strand.here() : measured);
    }
}
