package readme.tracer

// ---- what the docs show

import java.lang.foreign.*
import java.lang.foreign.ValueLayout.ADDRESS
import timemory.*

/** The tool: `void tracer_begin(const char*)` and `void tracer_end(void)` of libtracer.so.1. */
private object Tracer {
    private val library = runCatching { SymbolLookup.libraryLookup("libtracer.so.1", Arena.global()) }.getOrNull()
    val isThere get() = library != null
    val begin by lazy { function("tracer_begin", ADDRESS) }
    val end by lazy { function("tracer_end") }
    private fun function(name: String, vararg arguments: MemoryLayout) =
        Linker.nativeLinker().downcallHandle(library!!.find(name).get(), FunctionDescriptor.ofVoid(*arguments))
}

class TracerRegion : MarkerComponent() {
    private val text: MemorySegment by lazy { Arena.global().allocateFrom(label) } // as long as the process: tools read it late
    override fun start() { Tracer.begin.invoke(text) }
    override fun stop() { Tracer.end.invoke() }

    companion object TYPE : MarkerType<TracerRegion>("tracer_region", "Shows regions in Tracer", ::TracerRegion) {
        override val binding get() = Binding.THREAD // the tool's ranges are those of threads
        override fun unavailableReason() = if (Tracer.isThere) null else "there is no libtracer.so.1: install tracer"
    }
}
