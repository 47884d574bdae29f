package timemory.compiler

import org.jetbrains.kotlin.backend.common.extensions.IrGenerationExtension
import org.jetbrains.kotlin.backend.common.extensions.IrPluginContext
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity
import org.jetbrains.kotlin.cli.common.messages.MessageCollector
import org.jetbrains.kotlin.ir.declarations.IrModuleFragment

/**
 * Inserts regions into the functions of a module that [options] or annotations select, and labels where the source requests its location.
 */
internal class RegionExtension(private val options: Options, private val messages: MessageCollector) : IrGenerationExtension {
    override fun generate(moduleFragment: IrModuleFragment, pluginContext: IrPluginContext) {
        for (file in moduleFragment.files) SourceLabels.insert(file, pluginContext)
        val report = SelectionReport(options.report, messages)
        val selection = Selection(options)
        val selected = moduleFragment.files.associateWith { file ->
            FunctionFinder.functionsOf(file).filter { function ->
                selection.of(function).also { report.add(function, it) }.isSelected
            }
        }
        report.write()
        if (selected.values.all { it.isEmpty() }) return
        for ((file, functions) in selected) {
            val finder = pluginContext.finderForSource(file)
            val library = InstrumentLibrary.find(finder)
            if (library == null) {
                messages.report(CompilerMessageSeverity.ERROR, InstrumentLibrary.MISSING, functions.firstOrNull()?.location)
                return
            }
            val labels = Labels(options, functions)
            val inserter = RegionInserter(pluginContext, library)
            for (function in functions) inserter.insert(function, labels.of(function), componentsOf(function))
            if (options.coroutines) CoroutineFollower.follow(file, pluginContext, finder)
        }
    }

    private fun componentsOf(function: FoundFunction): MeasuredBy {
        for (mark in listOfNotNull(function.mark, function.ownerMark)) {
            if (mark.components.isNotEmpty()) return MeasuredBy.Components(mark.components)
            if (mark.bundle.isNotEmpty()) return MeasuredBy.UserBundle(mark.bundle)
        }
        return if (options.components.isEmpty()) MeasuredBy.Chosen else MeasuredBy.Components(options.components)
    }
}

/** What a function is measured with. */
internal sealed interface MeasuredBy {
    /** The components chosen at run time. */
    data object Chosen : MeasuredBy

    data class Components(val ids: String) : MeasuredBy

    data class UserBundle(val label: String) : MeasuredBy
}
