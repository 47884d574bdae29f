@file:OptIn(ExperimentalForeignApi::class)

package timemory.timem

import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.get
import kotlinx.cinterop.readBytes
import kotlinx.cinterop.reinterpret
import kotlinx.cinterop.toKString
import platform.posix.EACCES
import platform.posix.ENOENT
import platform.posix.F_OK
import platform.posix.__environ
import platform.posix.access
import platform.posix.getenv
import timemory.internal.platform.errorText
import timemory.internal.text.visible
import timemory.timem.linux.timem_count_words
import timemory.timem.linux.timem_exit
import timemory.timem.linux.timem_word
import timemory.timem.linux.timem_word_length

/** The command `timem`. */
public fun main(arguments: Array<String>) {
    val status = try {
        timem(wordsOfCommandLine(arguments))
    } catch (failure: Failure) {
        Screen.tell("timem: ${failure.message}")
        FAILED
    }
    // There is nothing left to do, and shutting down the runtime would only take time.
    timem_exit(status)
}

/** The words as they are in memory; those passed by Kotlin have lost bytes that are not UTF-8. */
private fun wordsOfCommandLine(arguments: Array<String>): List<ByteArray> {
    if (timem_count_words() != arguments.size + 1) return arguments.map(String::encodeToByteArray)
    return (1..arguments.size).map { timem_word(it)!!.reinterpret<ByteVar>().readBytes(timem_word_length(it).toInt()) }
}

private fun timem(words: List<ByteArray>): Int {
    val line = CommandLine.parse(words.map { it.decodeToString() })
    val environment = timemVariables()
    if (line.given.any { it.option == Option.HELP }) {
        Screen.print(help())
        return 0
    }
    if (line.given.any { it.option == Option.VERSION }) {
        Screen.print("timem $VERSION")
        return 0
    }
    val options = Options.of(line.given, environment)
    Options.unknownVariables(environment).forEach { Screen.tell("timem: $it") }
    val commands = commandsOf(words.drop(line.commandAt), options)
    val rank = Rank.of(options.isRanked, ::variable)
    val file = options.output?.let { OutputFile.named(it, commands.first(), rank, ::variable) }
    file?.check()
    // A single run of a command has one number for each value, of which there can be a maximum over ranks.
    val joint = if (options.repeat == 1 && !options.individual) JointFolder.of(rank) else null
    joint?.open()
    if (options.output == "" && !options.quiet) Screen.tell("timem: writing results to '${visible(file!!.path)}'")

    Signals.begin(options.forwarded)
    val measured = commands.map { Measured(it) }
    val failed = runAll(measured, options)
    if (failed != null) return tellFailure(failed.first, failed.second)
    if (measured.all { it.runs.isEmpty() }) throw Failure("a signal arrived before anything was measured")
    // A command that was not run, because a signal ended the series, has nothing to report.
    val results = Results(measured.filter { it.runs.isNotEmpty() }, options, rank)
    val others = joint?.let { joined(it, results) }
    when {
        others == null -> report(results, file)
        rank!!.number == 0 -> report(results, file, others)
        // A rank with its own file writes it, although rank 0 reports.
        options.output?.let { it.isEmpty() || "%r" in it } == true -> write(results, file, emptyList())
    }
    return measured.flatMap { it.runs }.lastOrNull { it.ending.code != 0 }?.ending?.status ?: 0
}

private fun commandsOf(words: List<ByteArray>, options: Options): List<Command> {
    val versus = if (options.repeat > 1) words.indexOfFirst { it.decodeToString() == VERSUS } else -1
    val parts = if (versus < 0) listOf(words) else listOf(words.take(versus), words.drop(versus + 1))
    if (parts.any { it.isEmpty() }) {
        throw UsageError(
            if (versus < 0) "no command to run: timem [OPTIONS] [--] COMMAND, see 'timem --help'"
            else "$VERSUS must be between two commands: timem -n 10 A $VERSUS B",
        )
    }
    return parts.map { Command.of(it, options.shell) }
}

private const val VERSUS = "--vs"

/** Runs all commands as often as requested; returns the command that could not be run, with the reason. */
private fun runAll(measured: List<Measured>, options: Options): Pair<Command, Run>? {
    for (round in 0 until options.warmUp + options.repeat) {
        // Alternately, and each first equally often: drift over time then does not appear as a difference between them.
        for (one in if (round % 2 == 0) measured else measured.reversed()) {
            if (Signals.isEnding) return null
            val run = CommandRun(one.command, options, Signals::received).run()
            if (run.execFailure != 0) return one.command to run
            if (round >= options.warmUp) one.runs.add(run)
        }
    }
    return null
}

private fun tellFailure(command: Command, run: Run): Int {
    val file = command.texts.first()
    val shown = visible(file)
    Screen.tell(
        when (run.execFailure) {
            ENOENT -> if ('/' in file && access(file, F_OK) == 0) "timem: '$shown' exists, but its interpreter does not"
            else "timem: '$shown': command not found"
            EACCES -> "timem: '$shown' is not executable, or a directory above it is not accessible"
            else -> "timem: '$shown' cannot be executed: ${errorText(run.execFailure)}"
        },
    )
    return run.ending.status
}

/** Returns the reports left to rank 0, nothing for ranks that left theirs; `null` if this rank must report by itself. */
private fun joined(folder: JointFolder, results: Results): List<RankReport>? {
    val rank = results.rank!!
    val own = RankReport.of(rank.number, results.commands.single().runs.single(), results.options)
    if (rank.number > 0) return if (folder.leave(own)) emptyList() else null
    val others = folder.collect()
    return if (others.isEmpty()) null else listOf(own) + others
}

/** @param reports those of all ranks, empty for a report of only this one */
private fun report(results: Results, file: OutputFile?, reports: List<RankReport> = emptyList()) {
    val text =
        if (reports.isEmpty()) TextReport(results).write()
        else JointReport(results.commands.single().shownName, results.rank!!.size!!, reports).write()
    if (!results.options.quiet) Screen.tell(text.trimEnd('\n'))
    write(results, file, reports, text)
}

private fun write(results: Results, file: OutputFile?, reports: List<RankReport>, text: String = TextReport(results).write()) {
    if (file == null) return
    file.write(
        if (file.isJson) StringBuilder().also {
            JsonReport(results, it, reports).write()
        }.append('\n').toString() else text.trimStart('\n'),
    )
}

private fun variable(name: String): String? = getenv(name)?.toKString()

/** timem's environment variables, and the user's shell: no others are read. */
private fun timemVariables(): Map<String, String> {
    val found = HashMap<String, String>()
    variable("SHELL")?.let { found["SHELL"] = it }
    val entries = __environ ?: return found
    var i = 0
    while (true) {
        val entry = entries[i++] ?: return found
        if (PREFIX.indices.any { entry[it] != PREFIX[it].code.toByte() }) continue
        val text = entry.toKString()
        val value = text.substringAfter('=', "")
        // An empty value counts as unset, as for every setting.
        if (value.isNotBlank()) found[text.substringBefore('=')] = value
    }
}

private const val PREFIX = "TIMEM_"
