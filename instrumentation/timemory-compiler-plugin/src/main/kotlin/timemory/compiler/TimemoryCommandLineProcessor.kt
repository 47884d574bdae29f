package timemory.compiler

import org.jetbrains.kotlin.compiler.plugin.AbstractCliOption
import org.jetbrains.kotlin.compiler.plugin.CliOption
import org.jetbrains.kotlin.compiler.plugin.CliOptionProcessingException
import org.jetbrains.kotlin.compiler.plugin.CommandLineProcessor
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.config.CompilerConfigurationKey

/** The name of this plugin in `-P plugin:dev.timemory:...`. */
internal const val PLUGIN_ID = "dev.timemory"

internal val OPTIONS = CompilerConfigurationKey<OptionsBuilder>("timemory: which functions are measured")

/** Parses the options of the plugin: the compiler finds it as a service. */
public class TimemoryCommandLineProcessor : CommandLineProcessor {
    override val pluginId: String get() = PLUGIN_ID

    override val pluginOptions: Collection<AbstractCliOption> = NAMED_OPTIONS.map {
        val description = if (it.default.isEmpty()) it.description else "${it.description} (default: ${it.default})"
        CliOption(it.name, it.value, description, required = false, allowMultipleOccurrences = it.isRepeatable)
    }

    override fun processOption(option: AbstractCliOption, value: String, configuration: CompilerConfiguration) {
        val builder = configuration.get(OPTIONS) ?: OptionsBuilder().also { configuration.put(OPTIONS, it) }
        try {
            NAMED_OPTIONS.first { it.name == option.optionName }.apply(builder, value)
        } catch (failure: WrongOption) {
            throw CliOptionProcessingException("$PLUGIN_ID: ${failure.message}", failure)
        }
    }
}
