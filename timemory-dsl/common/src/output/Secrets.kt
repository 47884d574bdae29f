package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.isPython
import timemory.internal.platform.pythonScript
import timemory.settings.Catalogue
import timemory.settings.SettingArguments
import timemory.settings.VARIABLE_PREFIX

/**
 * The parts of the environment and the command line that may be in a file that others read: what is known to be harmless. Of everything
 * else only the name, or nothing. A secret cannot be recognised: it may be one word of a long value, the rest of an option (`-pSECRET`), or
 * a word like any other.
 */
internal object Secrets {
    const val HIDDEN: String = "(hidden)"

    /** Variables that decide how fast a program runs, and where; none of them has ever held a secret. */
    private val harmless = setOf(
        "LANG", "LC_ALL", "LC_NUMERIC", "TZ", "JAVA_HOME", "LD_LIBRARY_PATH", "LD_PRELOAD", "MALLOC_ARENA_MAX",
        "OMP_NUM_THREADS", "OMP_PLACES", "OMP_PROC_BIND", "OMP_SCHEDULE", "OMP_DYNAMIC", "OMP_STACKSIZE", "OMP_WAIT_POLICY",
        "GOMP_CPU_AFFINITY",
        "KMP_AFFINITY", "KMP_BLOCKTIME", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS", "CUDA_VISIBLE_DEVICES",
        "SLURM_JOB_ID", "SLURM_JOB_NODELIST", "SLURM_JOB_NUM_NODES", "SLURM_NNODES", "SLURM_NTASKS", "SLURM_PROCID", "SLURM_LOCALID",
        "SLURM_NODEID",
        "SLURM_CPUS_PER_TASK", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK", "PMI_RANK", "PMI_SIZE",
        "PMIX_RANK", "OTEL_SERVICE_NAME",
    )

    /** What values of these look like. A harmless name with anything else in it is not what it says. */
    private fun isPlainValue(text: String) = text.isOf("_.,:/{}()[]+ -", 0, 1_000)

    /** The value of the variable [name] as it can be shown. */
    fun shown(name: String, value: String): String =
        if ((name in harmless || isOurs(name)) && isPlainValue(value)) ofAddress(value) else HIDDEN

    /** The value of a setting of ours as it can be shown: of an address where it leads, not who asks there and what for. */
    fun ofAddress(value: String): String {
        val scheme = value.indexOf("://")
        if (scheme < 0) return if ('@' in value.substringBefore('/')) HIDDEN else value
        val begin = scheme + 3
        var end = begin
        while (end < value.length && value[end] !in "/?#") end++
        val host = value.substring(begin, end).substringAfterLast('@')
        val user = if (host.length < end - begin) "$HIDDEN@" else ""
        val path = value.substring(end)
        return value.substring(0, begin) + user + host + if (path.length > 1) "/$HIDDEN" else path
    }

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

    private fun isOurs(variable: String) =
        variable.startsWith(VARIABLE_PREFIX) && Catalogue.find(variable.removePrefix(VARIABLE_PREFIX)) != null

    private fun isPlainPath(text: String) = text.isOf("_./+-", 1, 1_000)

    private fun path(argument: String): String = if (isPlainPath(argument)) argument else HIDDEN

    /** An argument of the program itself: shown where it is a setting of ours. */
    private fun ofProgram(argument: String): String {
        if (!argument.startsWith(SettingArguments.PREFIX)) return HIDDEN
        val name = argument.substringBefore('=')
        if (Catalogue.find(name.removePrefix(SettingArguments.PREFIX).uppercase().replace('-', '_')) == null) return HIDDEN
        val value = argument.substringAfter('=', "")
        return if (isPlainValue(value)) argument.dropLast(value.length) + ofAddress(value) else "$name=$HIDDEN"
    }

    private val withPaths = setOf("-cp", "-classpath", "--class-path", "-p", "--module-path")
    private val withAnything =
        setOf("--add-opens", "--add-exports", "--add-reads", "--add-modules", "--limit-modules", "--upgrade-module-path", "--source")

    private fun ofJava(arguments: List<String>): List<String> {
        val shown = ArrayList<String>()
        var at = 0
        while (at < arguments.size) {
            val argument = arguments[at++]
            val next = arguments.getOrNull(at)
            when {
                argument in withPaths || argument in withAnything -> {
                    shown += argument
                    if (next != null) shown += if (argument in withPaths && next.isOf("_./:*+-", 0, 100_000)) next else HIDDEN
                    at++
                }
                argument == "-jar" || argument == "-m" || argument == "--module" -> {
                    shown += argument
                    if (next != null) shown += path(next)
                    return shown + arguments.drop(at + 1).map(::ofProgram)
                }
                argument.startsWith("-") -> shown += ofJvm(argument)
                argument.startsWith("@") -> shown += HIDDEN
                else -> return shown + (if (isClass(argument)) argument else HIDDEN) + arguments.drop(at).map(::ofProgram)
            }
        }
        return shown
    }

    private fun isClass(text: String) = text.isOf("_.$/", 1, 301) && text[0] !in '0'..'9' && text[0] !in "./"

    private fun ofJvm(option: String): String = when {
        isPlainOption(option) -> option
        option.startsWith("-D") -> ofProperty(option, option.substring(2).substringBefore('='))
        agentOptions.any(option::startsWith) -> {
            val name = option.substringBefore('=')
            if (!isPlainPath(name.substringAfter(':'))) HIDDEN else if (name == option) name else "$name=$HIDDEN"
        }
        else -> HIDDEN
    }

    private fun ofProperty(option: String, name: String): String {
        if (!name.isOf("_.-", 1, 200)) return HIDDEN
        if ('=' !in option) return option
        val isOurs = name.startsWith("timemory.") && Catalogue.find(name.removePrefix("timemory.").uppercase()) != null
        val value = option.substringAfter('=')
        return if (isOurs && isPlainValue(value)) "-D$name=" + ofAddress(value) else "-D$name=$HIDDEN"
    }

    /** Options of `java` that are words or numbers. */
    private fun isPlainOption(option: String): Boolean = when {
        option.startsWith("-XX:") -> isPlainFlag(option.substring(4))
        option.startsWith("-X") -> isPlainWord(option.substring(2))
        "=" in option -> option.substringBefore('=') in withModules && option.substringAfter('=').isOf("_.,-", 1, 500)
        else -> option in plainWords
    }

    /** `+UseG1GC` or `MaxRAMPercentage=25.0`. */
    private fun isPlainFlag(flag: String): Boolean {
        if (flag.startsWith("+") || flag.startsWith("-")) return flag.substring(1).isOf("", 1, 80)
        val number = flag.substringAfter('=', "")
        val digits = if (number.isNotEmpty() && number.last() in UNITS) number.dropLast(1) else number
        return flag.substringBefore('=').isOf("", 1, 80) && digits.isNotEmpty() && digits.all { it in '0'..'9' || it == '.' }
    }

    /** `mx512m`, `int` or `share:off`. */
    private fun isPlainWord(word: String): Boolean {
        if (word.take(2) in memoryOptions && word.length > 2) {
            val digits = word.substring(2).let { if (it.last() in UNITS) it.dropLast(1) else it }
            if (digits.isNotEmpty() && digits.all { it in '0'..'9' }) return true
        }
        return word.split(':').let { parts -> parts.size <= 2 && parts.all { part -> part.length in 1..20 && part.all { it in 'a'..'z' } } }
    }

    private val agentOptions = listOf("-javaagent:", "-agentpath:", "-agentlib:")
    private val memoryOptions = setOf("ms", "mx", "ss", "mn")
    private val withModules = setOf("--enable-native-access", "--add-modules")
    private val plainWords = setOf("-ea", "-da", "-esa", "-dsa", "-server", "-client", "--enable-preview")
    private const val UNITS = "kKmMgGtT"

    /** Whether all of it is ASCII letters, digits and [others], from [least] to [most] of them. */
    private fun String.isOf(others: String, least: Int, most: Int): Boolean =
        length in least..most && all { it in 'a'..'z' || it in 'A'..'Z' || it in '0'..'9' || it in others }

    private fun isPythonFlag(text: String) = text.length in 2..11 && text[0] == '-' && text.drop(1).all { it in "bBdEhiIOPqsSuvVx" }

    private fun ofPython(arguments: List<String>): List<String> {
        val script = pythonScript(arguments)
        val at = if (script == null) arguments.size else arguments.indexOf(script)
        return arguments.subList(1, at).map { if (isPythonFlag(it) || it == "-m") it else HIDDEN } +
            listOfNotNull(script?.let(::path)) + arguments.drop(at + 1).map(::ofProgram)
    }
}
