package readme;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;

/** The calls that the tool of docs/forwarding.md received, for the test of the samples. */
public final class ToolCalls {
    private ToolCalls() {}

    public static String text() throws Throwable {
        MemorySegment calls = SymbolLookup.libraryLookup("libtracer.so.1", Arena.global()).find("tracer_calls").orElseThrow();
        var text = (MemorySegment) Linker.nativeLinker().downcallHandle(calls, FunctionDescriptor.of(ValueLayout.ADDRESS)).invokeExact();
        return text.reinterpret(4096).getString(0);
    }
}
