package timemory

/*
 * When there is a session and whether it records.
 *
 * A region's fast path reads two variables: `recording`, and whether the session of its thread's graph is active. Everything
 * else happens under `lifecycle`, a lock that is also held while results are made: a thread that wants to open or close a
 * region meanwhile waits there, because the session is not active then.
 */

private val lifecycle = Lock()
private var current: Session? = null
private var everFinalized = false
private var processEndIsWatched = false
private val lateProblems = Problems(tell = ::printError)

/** The calling thread's call graph; `null` where nothing is to be recorded. */
internal inline fun graphHere(): ThreadGraph? {
    val graph = currentGraph
    if (graph != null && graph.session.isActive) return graph
    return findGraph(measures = true)
}

internal fun findGraph(measures: Boolean): ThreadGraph? = lifecycle.hold {
    val session = current ?: return startUnasked(measures)
    currentGraph?.takeIf { it.session === session } ?: session.register(measures).also { currentGraph = it }
}

/** As [graphHere], for work that is not a region itself: says nothing where everything is over. */
internal fun graphForFrame(): ThreadGraph? {
    val graph = currentGraph
    if (graph != null && graph.session.isActive) return graph
    return lifecycle.hold {
        val session = current
        if (session == null && everFinalized) null else findGraph(measures = false)
    }
}

/** A region is opened though nobody initialised: do so now, unless the results have been written already. */
private fun startUnasked(measures: Boolean): ThreadGraph? {
    if (everFinalized) {
        lateProblems.report("after finalization") {
            "regions measured after finalization are not recorded. Call Timemory.init() to begin anew"
        }
        return null
    }
    val session = begin(SettingsBuilder())
    if (!recording) return null
    return session.register(measures).also { currentGraph = it }
}

/** Begins a session with the settings of environment, properties, file, [builder] and [arguments], in that rising order. */
internal fun begin(builder: SettingsBuilder, arguments: List<String> = emptyList()): Session = lifecycle.hold {
    current?.let {
        it.problems.report("init twice") { "init was called while measuring already: its settings are not used. Finalize first" }
        return it
    }
    val loaded = loadSettings(builder, arguments)
    val begun = Session(loaded.settings)
    loaded.warnings.forEach { warning -> begun.problems.report(warning) { warning } }
    UserBundle.configureAllBy(loaded.settings) { begun.problems.report(it) { it } }
    selectWallClockSource(loaded.settings, begun.problems)
    CounterSettings.configureBy(loaded.settings)
    GpuSettings.configureBy(loaded.settings)
    current = begun
    record(loaded.settings.enabled)
    begun.isActive = true
    announce(loaded.settings)
    if (!processEndIsWatched) {
        processEndIsWatched = true
        atProcessEnd(loaded.settings.enableSignalHandler) { endOfProcess() }
    }
    begun
}

private fun announce(settings: Settings) {
    if (settings.banner) printError("timemory: measuring begins in process ${processId()}")
    if (settings.verbose < 1) return
    for (setting in Catalogue.settings + settings.further()) {
        if (settings.isSet(setting)) printError("timemory: ${setting.variable} = ${printable(settings.textOf(setting))}")
    }
}

/** Changes settings of the session that measures, of which none may be one that it looks at only when it begins. */
internal fun change(changes: SettingsBuilder) = lifecycle.hold {
    for (setting in changes.assigned.keys) {
        require(Catalogue.isChangeable(setting)) { "${setting.variable} cannot be changed once measuring has begun: pass it to Timemory.init" }
    }
    val session = checkNotNull(current) { "nothing is measured: pass settings to Timemory.init" }
    session.settings = session.settings.with(changes)
    if (Catalogue.enabled in changes.assigned) record(session.settings.enabled)
    UserBundle.configureAllBy(session.settings) { session.problems.report(it) { it } }
}

internal fun initialize(builder: SettingsBuilder) {
    begin(builder)
    graphHere()
}

/** As above, with the settings that stand among [arguments] before all others; the other arguments are returned. */
internal fun initialize(builder: SettingsBuilder, arguments: Array<String>): Array<String> {
    val isSuppressed = loadSettings(builder).settings.suppressParsing
    val parted = SettingArguments(arguments, isSuppressed)
    begin(builder, parted.settings)
    graphHere()
    return parted.others.toTypedArray()
}

internal val activeSettings: Settings get() = sessionSettings() ?: Settings.DEFAULT

/** The settings of the session, those that one would begin with where there is none. */
internal fun knownSettings(): Settings = sessionSettings() ?: loadSettings(SettingsBuilder()).settings

internal fun sessionSettings(): Settings? = lifecycle.hold { current?.settings }

internal val isInitialized: Boolean get() = lifecycle.hold { current != null }

internal fun activeProblems(): Problems = lifecycle.hold { current?.problems } ?: lateProblems

/** The results so far, `null` without a session. Threads that measure wait meanwhile. */
internal fun resultsSoFar(): Results? = lifecycle.hold {
    val session = current ?: return null
    session.calibrate()
    session.openLaps.awaitClosed()
    session.isActive = false
    try {
        BeforeResults.run(session, isEnd = false)
        session.collect()
    } finally {
        session.isActive = true
    }
}

/** Ends the session and returns what it measured and where it was written; `null` without a session. */
internal fun end(write: Boolean): Results? {
    if (isInitialized) tell("end of the session") { it.ending() }
    val results = endSession(write) ?: return null
    tell("results") { it.finalized(results) }
    return results
}

private inline fun tell(what: String, call: (ResultsListener) -> Unit) {
    for (listener in lifecycle.hold { listeners.toList() }) {
        try {
            call(listener)
        } catch (failure: Throwable) {
            printError("timemory: what was to be done with the $what failed: $failure")
        }
    }
}

private val listeners = mutableListOf<ResultsListener>()

internal fun addListener(listener: ResultsListener) {
    lifecycle.hold { listeners.add(listener) }
}

private fun endSession(write: Boolean): Results? = lifecycle.hold {
    val session = current ?: return null
    session.calibrate()
    session.openLaps.awaitClosed()
    UserBundle.reportUnknown(session.settings) { session.problems.report(it) { it } }
    session.isActive = false
    session.ended = true
    BeforeResults.run(session, isEnd = true)
    val results = session.collect()
    OpenCounters.sweep()
    current = null
    everFinalized = true
    if (write && results.graphs.isNotEmpty()) {
        writeResults(results, session.settings, ::printOutput) { message -> session.problems.report(message) { message } }
    }
    if (session.settings.banner) printError("timemory: measuring ends in process ${processId()}")
    results
}

private fun endOfProcess() {
    if (activeSettings.autoOutput) end(write = true)
}

/** Waits while results are made of [session]; tells whether its laps are still recorded afterwards. */
internal fun stillRecorded(session: Session): Boolean {
    if (session.isActive) return true
    lifecycle.hold { }
    return !session.ended
}
