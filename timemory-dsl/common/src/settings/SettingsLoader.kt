package timemory.settings

import timemory.internal.lean.*
import timemory.internal.platform.environmentVariables
import timemory.internal.platform.isPrivileged
import timemory.internal.platform.readRegularFile
import timemory.internal.platform.systemProperties
import timemory.internal.text.JsonText
import timemory.internal.text.printable
import timemory.internal.text.shorten

/** Settings with what was wrong in where they came from. */
internal class LoadedSettings(val settings: Settings, val warnings: List<String>)

/** The settings that this process begins a session with. */
internal fun loadSettings(builder: SettingsBuilder, arguments: List<String> = emptyList()): LoadedSettings {
    val environment = environmentVariables(VARIABLE_PREFIX, HOME)
    val properties = try {
        systemProperties()
    } catch (failure: RuntimeException) {
        val loaded = SettingsLoader(environment, emptyMap()) { readSettingsFile(it) }.load(builder, arguments)
        val warning = "system properties cannot be read ($failure): those named timemory.* have no effect; use environment variables"
        return LoadedSettings(loaded.settings, loaded.warnings + warning)
    }
    return SettingsLoader(environment, properties) { readSettingsFile(it) }.load(builder, arguments)
}

private fun readSettingsFile(path: String): String? = readRegularFile(path, MAX_BYTES)

/**
 * Puts settings together from their sources, each overriding those before it.
 *
 * A name that is not a setting and a value that a setting does not accept are never ignored silently: each gives a warning with its place,
 * its text, and the name or value that was probably meant.
 *
 * @param environment environment variables, of which those named `TIMEMORY_...` are looked at, and [HOME]
 * @param properties all system properties; only those named `timemory. ...` are looked at
 * @param readFile gives the content of a file, `null` where there is none, or throws an exception whose message says why it cannot
 */
internal class SettingsLoader(
    private val environment: Map<String, String>,
    private val properties: Map<String, String>,
    private val readFile: (String) -> String?,
) {
    private val values = HashMap<Setting<*>, Any>()

    /** The settings that the current source gives by name. Within a source, the name takes precedence over aliases. */
    private val byName = HashSet<Setting<*>>()
    private val warnings = ArrayList<String>()

    /**
     * @param builder what the program assigns
     * @param arguments of the program's command line, those that stand for settings
     */
    fun load(builder: SettingsBuilder, arguments: List<String> = emptyList()): LoadedSettings {
        assignHomeFiles()
        byName.clear()
        for (name in namesWith(VARIABLE_PREFIX, environment)) {
            if (!isOfOthers(name)) assign("environment", name, name.removePrefix(VARIABLE_PREFIX), environment.getValue(name))
        }
        byName.clear()
        for (name in namesWith(PROPERTY_PREFIX, properties)) {
            assign("system properties", name, name.removePrefix(PROPERTY_PREFIX).uppercase(), properties.getValue(name))
        }
        val file = (builder.assigned[Catalogue.configFile] ?: values[Catalogue.configFile] ?: "") as String
        if (file.isNotEmpty()) assignFile(file, Catalogue.configFile.variable, isNeeded = true)
        values.putAll(builder.assigned)
        byName.clear()
        if (isPrivileged()) refuseToMeasure() else arguments.forEach(::assignArgument)
        if (values[Catalogue.compatible] == true) assignCompatibleDefaults()
        return LoadedSettings(Settings(values), warnings)
    }

    private fun assignCompatibleDefaults() {
        for (setting in Catalogue.settings) setting.compatibleDefault?.let { if (setting !in values) values[setting] = it }
    }

    /** Not even where the program itself wants it: it would write files where its caller is, with rights that the caller lacks. */
    private fun refuseToMeasure() {
        values[Catalogue.enabled] = false
        values[Catalogue.fileOutput] = false
        warnings.add("the program has more privileges than its user (AT_SECURE): nothing is measured, and no settings are read")
    }

    private fun namesWith(prefix: String, all: Map<String, String>): List<String> {
        val names = ArrayList<String>()
        for (name in all.keys) if (name.startsWith(prefix)) names.add(name)
        names.sortNames()
        return names
    }

    /** `--timemory-output-path=results`; a flag without a value is switched on. */
    private fun assignArgument(argument: String) {
        val written = argument.substringBefore('=')
        val name = SettingArguments.nameOf(argument)
        val isFlag = Catalogue.find(name)?.kind == SettingArguments.FLAG
        if ('=' in argument || isFlag) {
            assign("command line", written, name, argument.substringAfter('=', "true"))
        } else if (Catalogue.find(name) == null) {
            warnOfName("command line", written, name)
        } else {
            warnings.add("command line: $written has no value and is ignored: write ${printable(written)}=VALUE")
        }
    }

    /** The user's file for all programs; to ignore it, set `TIMEMORY_SUPPRESS_CONFIG`. */
    private fun assignHomeFiles() {
        val home = environment[HOME]
        val isSuppressed = environment[Catalogue.suppressConfig.variable]?.let { Catalogue.suppressConfig.parse(it) } ?: false
        if (home.isNullOrEmpty() || isSuppressed) return
        for (name in listOf(".timemory.cfg", ".timemory.json")) {
            assignFile("$home/$name", "TIMEMORY_SUPPRESS_CONFIG=true leaves it alone", isNeeded = false)
        }
    }

    /** @param origin what the user may want to change where the file cannot be read */
    private fun assignFile(path: String, origin: String, isNeeded: Boolean) {
        val reason = try {
            readFile(path)?.let { return assignContent(path, it) }
            if (!isNeeded) return
            "no such file or directory"
        } catch (failure: Exception) {
            failure.message
        }
        warnings.add("settings file '${printable(path)}' ($origin) cannot be read: $reason")
    }

    private fun assignContent(path: String, content: String) {
        byName.clear()
        val text = content.removePrefix("\uFEFF")
        if (text.trimStart().startsWith("{")) return assignJson(path, text)
        text.lineSequence().forEachIndexed { index, line -> assignLine("$path:${index + 1}", line.trim()) }
    }

    /**
     * `{"OUTPUT_PATH": "results"}`, or as timemory and we ourselves save settings:
     * `{"timemory": {"metadata": {"settings": {"TIMEMORY_OUTPUT_PATH": {"value": "results"}}}}}`.
     */
    private fun assignJson(path: String, text: String) {
        try {
            assignMembers(path, JsonText(text).read() as Map<*, *>)
        } catch (failure: IllegalArgumentException) {
            warnings.add("settings file '${printable(path)}' is not JSON: ${failure.message}")
        }
    }

    private fun assignMembers(path: String, members: Map<*, *>) {
        for ((key, value) in members) {
            val name = key as String
            if (value is Map<*, *> && isContainer(name.lowercase())) {
                // In saved metadata, the settings are next to other facts about the process, which are skipped.
                assignMembers(path, if (name.lowercase() == "metadata") value.filterKeys { it == "settings" } else value)
                continue
            }
            when (val scalar = if (value is Map<*, *>) value["value"] else value) {
                null, is Map<*, *>, is List<*> ->
                    warnings.add("$path: ${printable(name)} is not a string, a number or a Boolean and is ignored")
                else -> assign(path, name, name.uppercase().removePrefix(VARIABLE_PREFIX), scalar.toString())
            }
        }
    }

    private fun assignLine(path: String, line: String) {
        if (line.isEmpty() || line.startsWith("#")) return
        val equals = line.indexOf('=')
        if (equals < 0) {
            warnings.add("$path: '${printable(line)}' is not a setting: write NAME = value")
            return
        }
        val name = line.substring(0, equals).trim()
        assign(path, name, name.uppercase().removePrefix(VARIABLE_PREFIX), unquoted(line.substring(equals + 1).trim()))
    }

    private fun unquoted(text: String) =
        if (text.length >= 2 && text[0] == text.last() && text[0] in "\"'") text.substring(1, text.length - 1) else text

    private fun assign(path: String, asWritten: String, name: String, text: String) {
        val setting = Catalogue.find(name) ?: return warnOfName(path, asWritten, name)
        assignValue(setting, path, asWritten, name, text)
    }

    /** An empty value is the same as none: `TIMEMORY_OUTPUT_PATH=` leaves the setting to the sources before it, as every other. */
    private fun <T : Any> assignValue(setting: Setting<T>, path: String, asWritten: String, name: String, text: String) {
        if (text.isBlank()) return
        val value = setting.parse(text.trim())
        if (value == null || !setting.accepts(value)) {
            warnings.add("$path: $asWritten is '${printable(text)}' but must be ${setting.allowed}; it is ignored")
        } else if (setting.name == name) {
            byName.add(setting)
            values[setting] = value
        } else if (setting !in byName) {
            values[setting] = value
        }
    }

    private fun warnOfName(path: String, asWritten: String, name: String) {
        whyNotOffered(name)?.let {
            warnings.add("$path: ${printable(asWritten)} is a setting of timemory for C++ that is not supported here: $it")
            return
        }
        warnings.add("$path: ${printable(asWritten)} ${Catalogue.isNoSetting(name)}")
    }
}

/** The most that a settings file may have. */
private const val MAX_BYTES = 1 shl 20

private const val PROPERTY_PREFIX = "timemory."

/** Names the folder of the user's own settings files. */
private const val HOME = "HOME"

/** Variables that other code reads: where the library is found, and what the libraries that measure functions check themselves. */
private fun isOfOthers(name: String) =
    name == "TIMEMORY_LIBRARY" || name == "TIMEMORY_JUMP_LIBRARY" || name == "TIMEMORY_TESTS_WITHOUT" ||
        name.startsWith("TIMEMORY_INSTRUMENT_")

/** Names that only hold settings. */
private fun isContainer(name: String) = name == "timemory" || name == "metadata" || name == "settings"
