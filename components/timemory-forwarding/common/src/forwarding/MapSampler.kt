package timemory.forwarding

/** The sampler of Linaro MAP (formerly Allinea), in a process that `map` started: it preloads the library. */
internal object MapSampler : ToolLibrary(
    "MAP", listOf("allinea_start_sampling", "allinea_stop_sampling"), listOf("libmap-sampler.so"), isLoadedByName = false,
    "the sampler of MAP is not in this process: start the program with `map --profile program` (install Linaro Forge)",
) {
    fun turn(isOn: Boolean): String? {
        function(if (isOn) "allinea_start_sampling" else "allinea_stop_sampling").call()
        return null
    }
}
