package timemory.results

/**
 * Facts about a process and its settings while it measured.
 *
 * @property info facts about the process and the machine, by name: `HOSTNAME`
 * @property environment environment variables, without secrets
 * @property commandLine the program and its arguments, without secrets
 * @property settings by the names of their variables: `TIMEMORY_OUTPUT_PATH`
 */
internal class RunMetadataFacts(
    val info: Map<String, String>,
    val environment: Map<String, String>,
    val commandLine: List<String>,
    val settings: Map<String, Setting>,
) {
    class Setting(val value: String, val isSet: Boolean)
}
