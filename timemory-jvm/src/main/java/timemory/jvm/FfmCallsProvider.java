package timemory.jvm;

import org.jspecify.annotations.Nullable;
import timemory.internal.platform.ForeignFunctions;

/** Calls functions of C libraries where the running Java can (as {@link FfmReadingsProvider} reads). */
public final class FfmCallsProvider implements ForeignFunctions.Provider {

    /** Called by {@link java.util.ServiceLoader}. */
    public FfmCallsProvider() {}

    @Override
    public @Nullable ForeignFunctions calls() {
        return (ForeignFunctions) Ffm.make("timemory.jvm.ffm.FfmCalls", "functions of C libraries cannot be called");
    }
}
