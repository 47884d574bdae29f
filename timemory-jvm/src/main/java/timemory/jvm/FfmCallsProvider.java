package timemory.jvm;

import org.jspecify.annotations.Nullable;
import timemory.internal.platform.ForeignFunctions;

/** Provides calls of C functions if the running JVM supports them, under the same conditions as {@link FfmReadingsProvider}. */
public final class FfmCallsProvider implements ForeignFunctions.Provider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmCallsProvider() {}

    @Override
    public @Nullable ForeignFunctions calls() {
        return (ForeignFunctions) Ffm.make("timemory.jvm.ffm.FfmCalls", "C library functions cannot be called");
    }
}
