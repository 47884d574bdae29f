package timemory.output

import timemory.internal.platform.isPython
import timemory.internal.platform.pythonScript
import timemory.settings.Catalogue
import timemory.settings.Setting
import timemory.settings.SettingArguments

/**
 * What of the environment and the command line may stand in a file that others read: what is known to be harmless. Of everything else the
 * name, or nothing. Nothing in its looks marks a secret: it may be one word of a long value, the rest of an option (`-pSECRET`), or a
 * word like any other.
 */
internal object Secrets {
    const val HIDDEN: String = "(hidden)"

    /** Variables that decide how fast a program runs, and where; none of them has ever held a secret. */
    private val harmless = setOf(
        "LANG", "LC_ALL", "LC_NUMERIC", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_ARENA_MAX",
        "OMP_NUM_THREADS", "OMP_PLACES", "OMP_PROC_BIND", "OMP_SCHEDULE", "OMP_DYNAMIC", "OMP_STACKSIZE", "OMP_WAIT_POLICY", "GOMP_CPU_AFFINITY",
        "KMP_AFFINITY", "KMP_BLOCKTIME", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "CUDA_VISIBLE_DEVICES",
        "SLURM_JOB_ID", "SLURM_JOB_NODELIST", "SLURM_JOB_NUM_NODES", "SLURM_NNODES", "SLURM_NTASKS", "SLURM_PROCID", "SLURM_LOCALID", "SLURM_NODEID",
        "SLURM_CPUS_PER_TASK", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK", "PMI_SIZE", "PMIX_RANK",
    )

    /** What values of these look like. A harmless name with anything else in it is not what it says. */
    private val plainValue = Regex("[A-Za-z0-9_.,:/{}()\\[\\]+ -]{0,1000}")

    /** The value of the variable [name] as it can be shown. */
    fun shown(name: String, value: String): String = if ((name in harmless || isOurs(name)) && plainValue.matches(value)) value else HIDDEN

    /** The arguments of a command line as they can be shown, the program first. */
    fun shown(arguments: List<String>): List<String> {
        if (arguments.isEmpty()) return arguments
        val program = arguments[0]
        val others = arguments.drop(1)
        val name = program.substringAfterLast('/')
        val shown = when {
            name == "java" -> ofJava(others)
            isPython(name) -> ofPython(arguments)
            else -> others.map(::ofProgram)
        }
        return listOf(path(program)) + shown
    }

    private fun isOurs(variable: String) = variable.startsWith(Setting.PREFIX) && Catalogue.find(variable.removePrefix(Setting.PREFIX)) != null

    private val plainPath = Regex("[A-Za-z0-9_./+-]{1,1000}")
    private val plainPaths = Regex("[A-Za-z0-9_./:*+-]{0,100000}")
    private val plainClass = Regex("[A-Za-z_$][A-Za-z0-9_.$/]{0,300}")

    private fun path(argument: String): String = if (plainPath.matches(argument)) argument else HIDDEN

    /** An argument of the program itself: shown where it is a setting of ours. */
    private fun ofProgram(argument: String): String {
        if (!argument.startsWith(SettingArguments.PREFIX)) return HIDDEN
        val name = argument.substringBefore('=')
        if (Catalogue.find(name.removePrefix(SettingArguments.PREFIX).uppercase().replace('-', '_')) == null) return HIDDEN
        return if (plainValue.matches(argument.substringAfter('=', ""))) argument else "$name=$HIDDEN"
    }

    /** Options of `java` that are words or numbers. */
    private val plainOption = Regex(
        "-X[a-z]{1,20}(:[a-z]{1,20})?|-X(ms|mx|ss|mn)[0-9]+[kKmMgGtT]?|" +
            "-XX:[+-][A-Za-z0-9]{1,80}|-XX:[A-Za-z0-9]{1,80}=[0-9.]+[kKmMgGtT]?|" +
            "-(ea|da|esa|dsa|server|client)|--enable-preview|--(enable-native-access|add-modules)=[A-Za-z0-9_.,-]{1,500}",
    )
    private val withPaths = setOf("-cp", "-classpath", "--class-path", "-p", "--module-path")
    private val withAnything = setOf("--add-opens", "--add-exports", "--add-reads", "--add-modules", "--limit-modules", "--upgrade-module-path", "--source")
    private val property = Regex("-D([A-Za-z0-9_.-]{1,200})=?([\\s\\S]*)")
    private val agent = Regex("(-(?:javaagent|agentpath|agentlib):[A-Za-z0-9_./+-]{1,1000}?)(=[\\s\\S]*)?")

    private fun ofJava(arguments: List<String>): List<String> {
        val shown = ArrayList<String>()
        var at = 0
        while (at < arguments.size) {
            val argument = arguments[at++]
            val next = arguments.getOrNull(at)
            when {
                argument in withPaths || argument in withAnything -> {
                    shown += argument
                    if (next != null) shown += if (argument in withPaths && plainPaths.matches(next)) next else HIDDEN
                    at++
                }
                argument == "-jar" || argument == "-m" || argument == "--module" -> {
                    shown += argument
                    if (next != null) shown += path(next)
                    return shown + arguments.drop(at + 1).map(::ofProgram)
                }
                argument.startsWith("-") -> shown += ofJvm(argument)
                argument.startsWith("@") -> shown += HIDDEN
                else -> return shown + (if (plainClass.matches(argument)) argument else HIDDEN) + arguments.drop(at).map(::ofProgram)
            }
        }
        return shown
    }

    private fun ofJvm(option: String): String {
        if (plainOption.matches(option)) return option
        property.matchEntire(option)?.destructured?.let { (name, value) ->
            val setting = name.startsWith("timemory.") && Catalogue.find(name.removePrefix("timemory.").uppercase()) != null
            return if ('=' !in option || setting && plainValue.matches(value)) option else "-D$name=$HIDDEN"
        }
        agent.matchEntire(option)?.destructured?.let { (name, rest) -> return if (rest.isEmpty()) name else "$name=$HIDDEN" }
        return HIDDEN
    }

    private val pythonFlags = Regex("-[bBdEhiIOPqsSuvVx]{1,10}")

    private fun ofPython(arguments: List<String>): List<String> {
        val script = pythonScript(arguments)
        val at = if (script == null) arguments.size else arguments.indexOf(script)
        return arguments.subList(1, at).map { if (pythonFlags.matches(it) || it == "-m") it else HIDDEN } +
            listOfNotNull(script?.let(::path)) + arguments.drop(at + 1).map(::ofProgram)
    }
}
