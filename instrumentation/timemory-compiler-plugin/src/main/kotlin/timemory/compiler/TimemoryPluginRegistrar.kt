package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.IrGenerationExtension
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity
import org.jetbrains.kotlin.cli.common.messages.MessageCollector
import org.jetbrains.kotlin.compiler.plugin.CompilerPluginRegistrar
import org.jetbrains.kotlin.config.CommonConfigurationKeys
import org.jetbrains.kotlin.config.CompilerConfiguration
import org.jetbrains.kotlin.config.KotlinCompilerVersion

/** Makes functions measure themselves, in compiler output for any target: the compiler finds it as a service. */
public class TimemoryPluginRegistrar : CompilerPluginRegistrar() {
    override val pluginId: String get() = PLUGIN_ID

    override val supportsK2: Boolean get() = true

    override fun ExtensionStorage.registerExtensions(configuration: CompilerConfiguration) {
        val messages = configuration.get(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.NONE)
        val version = KotlinCompilerVersion.VERSION
        if (!isSupported(version)) {
            messages.report(
                CompilerMessageSeverity.ERROR,
                "timemory-compiler-plugin is for Kotlin $SUPPORTED, and this compiler is $version: compile with one of those, or use " +
                    "the matching release of timemory",
            )
            return
        }
        val options = (configuration.get(OPTIONS) ?: OptionsBuilder()).build()
        IrGenerationExtension.registerExtension(RegionExtension(options, messages))
    }

    internal companion object {
        private const val SUPPORTED = "2.3.20 and later 2.3.x"
        private const val FIRST_PATCH = 20

        /** The plugin API changes with each minor version, and changed once within this one. */
        internal fun isSupported(version: String): Boolean {
            val parts = Regex("""2\.3\.(\d+).*""").matchEntire(version) ?: return false
            return parts.groupValues[1].toInt() >= FIRST_PATCH
        }
    }
}
