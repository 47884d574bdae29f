package timemory.timem

import timemory.internal.text.visible

/** A command with all of its runs. */
internal class Measured(val command: Command, val runs: MutableList<Run> = ArrayList()) {
    /** The command's name as a terminal can show it. */
    val shownName: String get() = visible(command.name)
}

/** All data for reports. */
internal class Results(val commands: List<Measured>, val options: Options, val rank: Rank?)
