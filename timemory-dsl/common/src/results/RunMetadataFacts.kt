package timemory.results

/**
 * What a process and its settings were when it measured.
 *
 * @property info facts of the process and the machine, by their names: `HOSTNAME`
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
