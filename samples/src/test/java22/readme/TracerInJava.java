package readme;

import java.lang.foreign.*;
import java.lang.invoke.MethodHandle;
import timemory.*;

public final class TracerInJava extends MarkerComponent {
    // The tool: void tracer_begin(const char*) and void tracer_end(void) of libtracer.so.1.
    private static final MethodHandle BEGIN = function("tracer_begin", ValueLayout.ADDRESS), END = function("tracer_end");

    public static final MarkerType<TracerInJava> TYPE = new MarkerType<>("tracer_in_java", "Shows regions in Tracer", TracerInJava::new) {
        @Override
        public Binding getBinding() { return Binding.THREAD; } // the tool's ranges are those of threads
        @Override
        public String unavailableReason() { return BEGIN == null ? "there is no libtracer.so.1: install tracer" : null; }
    };

    private MemorySegment text; // as long as the process: tools read it late

    @Override
    public void start() {
        if (text == null) text = Arena.global().allocateFrom(getLabel());
        try {
            BEGIN.invokeExact(text);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Override
    public void stop() {
        try {
            END.invokeExact();
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static MethodHandle function(String name, MemoryLayout... arguments) {
        try {
            SymbolLookup library = SymbolLookup.libraryLookup("libtracer.so.1", Arena.global());
            return Linker.nativeLinker().downcallHandle(library.find(name).orElseThrow(), FunctionDescriptor.ofVoid(arguments));
        } catch (IllegalArgumentException ignored) {
            return null;
        }
    }
}
