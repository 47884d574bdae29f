package timemory.compiler

import java.io.IOException
import java.nio.file.Files
import java.nio.file.Path
import org.jetbrains.kotlin.cli.common.messages.CompilerMessageSeverity
import org.jetbrains.kotlin.cli.common.messages.MessageCollector

/**
 * Reports which functions are measured. A function that was requested by name and cannot be measured causes a compiler warning. The rest
 * goes to the [file], if one was given: a line for each function, with `+` if it is measured, and the reason.
 */
internal class SelectionReport(private val file: Path?, private val messages: MessageCollector) {
    private val lines = ArrayList<String>()

    fun add(function: FoundFunction, verdict: Verdict) {
        if (verdict.warning != null) {
            val text = "timemory: $function is not measured, though it is annotated: it ${verdict.reason}; ${verdict.warning}"
            messages.report(CompilerMessageSeverity.WARNING, text, function.location)
        }
        if (verdict.note != null && function.mark != null) {
            messages.report(CompilerMessageSeverity.INFO, "timemory: $function is measured: ${verdict.note}", function.location)
        }
        if (file == null) return
        val note = if (verdict.note == null) "" else "; ${verdict.note}"
        lines += "${if (verdict.isSelected) '+' else '-'} ${function.text}: ${verdict.reason}$note"
    }

    fun write() {
        if (file == null) return
        try {
            file.toAbsolutePath().parent?.let { Files.createDirectories(it) }
            Files.write(file, lines)
        } catch (failure: IOException) {
            messages.report(CompilerMessageSeverity.ERROR, "timemory: cannot write the list of measured functions to $file: $failure")
        }
    }
}
