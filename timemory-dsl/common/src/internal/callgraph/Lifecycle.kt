package timemory.internal.callgraph

import kotlin.concurrent.Volatile
import timemory.classKeyOf
import timemory.internal.clock.expectWallClockSource
import timemory.internal.clock.leaveWallClockSource
import timemory.internal.clock.selectWallClockSource
import timemory.internal.lean.*
import timemory.internal.platform.ApiWords
import timemory.internal.platform.Lock
import timemory.internal.platform.Weak
import timemory.internal.platform.atProcessEnd
import timemory.internal.platform.hold
import timemory.internal.platform.isOutOfMemory
import timemory.internal.platform.isPrivileged
import timemory.internal.platform.leaveProcessEnd
import timemory.internal.platform.printError
import timemory.internal.platform.printNotice
import timemory.internal.platform.processId
import timemory.internal.problems.Problems
import timemory.internal.problems.activeProblems
import timemory.internal.problems.problemsOfSession
import timemory.internal.text.printable
import timemory.keptByClass
import timemory.results.Results
import timemory.results.ResultsListener
import timemory.settings.Catalogue
import timemory.settings.SettingArguments
import timemory.settings.Settings
import timemory.settings.SettingsBuilder
import timemory.settings.loadSettings
import timemory.staysLoaded

/*
 * Determines whether there is a session and whether it records.
 *
 * A region's fast path reads two variables: `recording`, and whether the session of its thread's graph is active. `lifecycle` guards only
 * the choice of the current session: a few assignments. Reading settings, calling components and listeners, and writing files happen
 * without it, so neither a measuring thread nor one that propagates work ever waits for them.
 */

/** Maximum number of pooled graphs of virtual threads, about a kilobyte each. */
internal const val MAX_IDLE_GRAPHS: Int = 4096

/** Number of retained graphs before the first sweep. */
internal const val MIN_SWEEP: Int = 64

private val lifecycle = Lock()

@Volatile
private var current: Session? = null

/** Sessions that are ending: pending reports belong to the last one. */
@Volatile
private var endings: List<SessionEnd> = emptyList()

/** Whether the session is ending, or has ended, because the process exits. */
@Volatile
internal var processIsEnding = false
    private set

@Volatile
private var everFinalized = false
private var processEndIsWatched = false

/** The calling thread's call graph; `null` if nothing is to be recorded. */
@Suppress("NOTHING_TO_INLINE") // on the hot path: two loads instead of a call
internal inline fun graphHere(): ThreadGraph? {
    val graph = currentGraph
    if (graph != null && graph.session.isActive) return graph
    return findGraph()
}

/**
 * The slow path: there is no graph yet, its session has ended, or results are being made, for which it preserves the values that may
 * change.
 */
internal fun findGraph(): ThreadGraph? = try {
    findGraphHere()
} catch (failure: Throwable) {
    if (!isOutOfMemory(failure)) throw failure
    current?.reportNoMemory()
    null
}

private fun findGraphHere(): ThreadGraph? {
    val graph = currentGraph
    if (graph != null && graph.isForEmptyLaps) return if (graph.session.ended) null else graph
    val session = graph?.session?.takeIf { it.isPart && !it.ended } ?: current ?: return startUnasked()
    if (graph == null || graph.session !== session) {
        val known = if (graph != null && graph.session.isPart) graph.inSession(session) else null
        return (known ?: session.register(isPrimary = false)).also { currentGraph = it }
    }
    graph.keepChain()
    return graph
}

/** Like [graphHere], for work that is not a region: reports nothing after the end. */
@Suppress("NOTHING_TO_INLINE") // as above
internal inline fun graphForFrame(): ThreadGraph? {
    val graph = currentGraph
    if (graph != null && graph.session.isActive) return graph
    return findGraphForFrame()
}

/** Returns this thread's graph in [session]; `null` if nothing is recorded there any more. */
internal fun ThreadGraph.inSession(session: Session?): ThreadGraph? =
    if (this.session === session) this else SessionHooks.otherGraph?.invoke(session ?: return null)

internal fun findGraphForFrame(): ThreadGraph? = if (current == null && everFinalized) null else findGraph()

/** A region is opened without initialisation: initialises now, unless the results have been written already. */
private fun startUnasked(): ThreadGraph? {
    if (everFinalized) {
        if (processIsEnding) return null // threads run until the very end
        activeProblems().report("after finalization") {
            "regions measured after finalization are not recorded. Call ${ApiWords.initialize} to start again"
        }
        return null
    }
    if (!recording && !recordsFromStart) return null
    val session = begin(SettingsBuilder(), explicit = false)
    if (session == null || !recording) return null
    return session.register(isPrimary = false).also { currentGraph = it }
}

/**
 * Starts the session of a program that started with measuring off, if none has started: the caller needs something that only a session has.
 * Whether that program opened a region before is unknown, so one that did not also gets its session.
 */
internal fun beginDeferred() {
    if (!recordsFromStart && current == null && !everFinalized) begin(SettingsBuilder(), explicit = false)
}

/**
 * Starts a session with the settings of environment, properties, file, [builder] and [arguments], in increasing precedence. If another
 * thread does so at the same time, only one of the two sessions counts; a program that is [explicit] about its own settings is then
 * notified that they are not used. No implicit session starts once one was finalized.
 *
 * @return the running session; `null` if there is none, because another thread has ended it meanwhile
 */
internal fun begin(builder: SettingsBuilder, arguments: List<String> = emptyList(), explicit: Boolean = true): Session? {
    current?.let { return it.also { if (explicit) reportSecondInit(it) } }
    expectWallClockSource()
    val loaded = loadSettings(builder, arguments)
    val begun = Session(loaded.settings, whole = null)
    loaded.warnings.forEach { warning -> begun.problems.report(warning, warning) }
    problemsOfSession = { (current ?: endings.lastOrNull()?.session)?.problems }
    configure(begun)
    begun.begin()
    val isFirst = lifecycle.hold {
        if (current == null && (explicit || !everFinalized)) {
            current = begun
            if (recordsFromStart && !recording) begun.hasBeenOff = true
            record(loaded.settings.enabled)
        }
        (current === begun && !processEndIsWatched).also { if (it) processEndIsWatched = true }
    }
    val session = current ?: return null
    if (session !== begun) {
        configure(session)
        if (explicit) reportSecondInit(session)
        return session
    }
    session.actions = builder.sessionActions() as SessionActions?
    SessionHooks.measures(session)
    announce(loaded.settings)
    if (isFirst) atProcessEnd(loaded.settings.endSignals, loaded.settings.emergencyFile) { endOfProcess() }
    return begun
}

/**
 * Runs [action], which starts something that lasts until [session] ends: now or, while an earlier session is still ending, afterwards. Does
 * nothing if [session] ends first, or if an action with the same [key] is already waiting.
 */
internal fun whenAlone(session: Session, key: Any, action: (Session) -> Unit) {
    val isAlone = lifecycle.hold {
        if (session.ended) return
        val alone = endings.none { it.session !== session }
        if (!alone && key !in session.waiting) session.waiting[key] = action
        alone
    }
    if (isAlone) SessionHooks.begin(action, session)
}

/** The running session is the only one now: runs the actions that waited for that. */
private fun startWaiting() {
    while (true) {
        val session = current ?: return
        val action = lifecycle.hold {
            if (session.waiting.isEmpty() || session.ended || endings.any { it.session !== session }) return
            val next = session.waiting.entries.iterator().next()
            next.value.also { session.waiting.remove(next.key) }
        }
        SessionHooks.begin(action, session)
    }
}

private fun reportSecondInit(session: Session) =
    session.problems.report("init twice") { "init was called while already measuring: its settings are ignored. Finalize first" }

/** Applies settings whose effect is not limited to the session. */
private fun configure(session: Session) {
    configureBundles(session)
    selectWallClockSource(session.settings, session.problems)
    SessionHooks.begins(session.settings)
}

private fun configureBundles(session: Session) = ConfiguredBundles.configure(session.settings, session.problems)

private fun announce(settings: Settings) {
    if (settings.banner) printNotice("timemory: measuring starts in process ${processId()}")
    if (settings.verbose < 1) return
    for (setting in Catalogue.settings + settings.additional()) {
        if (settings.isSet(setting)) printNotice("timemory: ${setting.variable} = ${printable(settings.textOf(setting))}")
    }
}

/** Switches recording on or off, in the running session or until one starts. */
internal fun switchRecording(on: Boolean) {
    beginDeferred()
    if (!on) current?.hasBeenOff = true
    record(on && !isPrivileged())
}

/** Changes settings of the running session, except those that are read only at its start. */
internal fun change(changes: SettingsBuilder) {
    for (setting in changes.assigned.keys) {
        require(!setting.isFixed) {
            "${setting.variable} cannot be changed once measuring has started: ${ApiWords.passSettings}"
        }
    }
    beginDeferred()
    check(!isPrivileged()) { "measuring is off: the program has more privileges than its user (AT_SECURE)" }
    val session = lifecycle.hold {
        checkNotNull(current) { "measuring has not started: pass settings to Timemory.init" }.also {
            it.settings = it.settings.with(changes)
            if (Catalogue.enabled in changes.assigned) {
                if (!it.settings.enabled) it.hasBeenOff = true
                record(it.settings.enabled)
            }
        }
    }
    configureBundles(session)
}

internal fun initialize(builder: SettingsBuilder) {
    begin(builder)
    bePrimary()
}

/**
 * Starts a session whose settings among [arguments] take precedence, and returns the other arguments. A thread that starts the session
 * implicitly, not [explicitly][explicit], does not become the primary thread.
 */
internal fun initialize(builder: SettingsBuilder, arguments: Array<String>, explicit: Boolean): Array<String> {
    val isSuppressed = loadSettings(builder).settings.suppressParsing
    val parted = SettingArguments(arguments, isSuppressed)
    begin(builder, parted.settings, explicit)
    if (explicit) bePrimary()
    return parted.others.toTypedArray()
}

/** Makes the calling thread the primary one, unless there is one already, or the thread has already measured in the session. */
private fun bePrimary() {
    val session = current ?: return
    if (currentGraph?.session !== session) currentGraph = session.register(isPrimary = true)
}

internal val activeSettings: Settings get() = sessionSettings() ?: Settings.DEFAULT

/** The settings of the session, or those that a new session would start with. */
internal fun knownSettings(): Settings = sessionSettings() ?: loadSettings(SettingsBuilder()).settings

internal fun activeSession(): Session? = current

internal fun sessionSettings(): Settings? = (current ?: endings.lastOrNull()?.session)?.settings

internal val isInitialized: Boolean get() = current != null

/** Returns the results so far; `null` without a session. Threads continue measuring meanwhile. */
internal fun resultsSoFar(): Results? {
    beginDeferred()
    val session = current ?: return null
    session.calibrate()
    session.openLaps.awaitClosed()
    SessionHooks.beforeResults(session, isEnd = false)
    val results = session.collect()
    return if (session.isReleased) null else results // it ended meanwhile, and parts of it were released already
}

/** Ends the session and returns its results and where they were written; `null` without a session, or while another thread is ending it. */
internal fun end(write: Boolean): Results? {
    beginDeferred()
    val end = beginEnd(write)
    if (end == null) {
        endings.lastOrNull()?.awaitLastLap()
        return null
    }
    end.run()
    return end.results
}

/** Starts ending the session; `null` if there is none, or another thread is already ending it. A session about to restart then does not. */
private fun beginEnd(write: Boolean): SessionEnd? = lifecycle.hold {
    val session = current ?: return null
    val earlier = endings.find { it.session === session }
    earlier?.endForGood(write)
    if (earlier == null) SessionEnd(session, write).also { endings = endings + it } else null
}

/**
 * Discards the recorded data: ends the session without writing it, and atomically replaces it with one that has the same settings. Does
 * nothing without a session, or while another thread is ending it.
 */
internal fun beginAgain() {
    val session = current ?: return
    val next = Session(session.settings, whole = null)
    next.actions = session.actions
    val end = lifecycle.hold {
        if (current !== session || endings.any { it.session === session }) return
        SessionEnd(session, writes = false, next).also { endings = endings + it }
    }
    end.run()
    if (current === next) bePrimary()
}

/** From now on nothing more is recorded in the session of [end], and another one may start, or has replaced it. */
internal fun endRecording(end: SessionEnd) {
    end.next?.let { SessionHooks.begin(::configure, it) }
    val next = lifecycle.hold {
        end.session.end()
        everFinalized = true
        if (current === end.session) {
            end.next?.begin()
            current = end.next
        }
        end.next
    }
    if (next == null) return leaveWallClockSource()
    SessionHooks.measures(next)
    announce(next.settings)
}

/** Called when [end] is finished. */
internal fun forget(end: SessionEnd) {
    lifecycle.hold { endings = endings - end }
    releaseProcessHooks()
    startWaiting()
}

/** If nothing is left to do at process exit, removes all references from the process to this library. */
internal fun releaseProcessHooks() = lifecycle.hold {
    val isUnused = current == null && endings.isEmpty() && processEndIsWatched && !processIsEnding && !SessionHooks.hasLastActions
    if (isUnused && leaveProcessEnd()) processEndIsWatched = false
}

internal inline fun notifyListeners(session: Session, what: String, call: (ResultsListener) -> Unit) {
    val own = session.actions
    for (listener in if (own == null) listenersNow() else listenersNow() + own.resultsListeners) {
        try {
            call(listener)
        } catch (failure: Throwable) {
            printError("timemory: a listener for the $what failed: $failure")
        }
    }
}

private val listeners = mutableListOf<Listening>()

/** A listener held strongly, or one held weakly by its class. */
private class Listening(private val lasting: ResultsListener?, private val passing: Weak<ResultsListener>?) {
    val listener: ResultsListener? get() = lasting ?: passing?.target()
}

internal fun listenersNow(): List<ResultsListener> = lifecycle.hold { listeners.toList() }.mapNotNull { it.listener }

/** Does not keep the class of [listener] loaded if it can be unloaded while this library stays loaded. */
internal fun addListener(listener: ResultsListener) {
    beginDeferred()
    val key = classKeyOf(listener)
    val added = if (staysLoaded(key)) Listening(listener, null) else Listening(null, keptByClass(key, listener))
    lifecycle.hold {
        listeners.retainAll { it.listener != null }
        listeners.add(added)
    }
}

/** Called when the process exits: ends the session, and waits for one that is already ending; both with a timeout. */
private fun endOfProcess() {
    processIsEnding = true
    val end = if (activeSettings.autoOutput) beginEnd(write = true) else null
    if (end != null) {
        currentGraph?.keepOwnValues()
        end.runWatched()
    }
    for (other in endings) if (other !== end) other.watch()
    SessionHooks.processEnds()
}

/**
 * Whether laps of the calling thread's [graph] are still recorded; if results are being made, preserves the values about to change for
 * them.
 */
internal fun stillRecorded(graph: ThreadGraph): Boolean {
    if (graph.session.isActive) return true
    if (graph.session.ended) return false
    graph.keepChain()
    return true
}
