package timemory.counters

import kotlin.concurrent.Volatile
import timemory.internal.callgraph.Availability
import timemory.internal.callgraph.SessionHooks
import timemory.internal.problems.activeProblems
import timemory.internal.source.reasonWithout
import timemory.internal.text.eventsOf
import timemory.internal.text.shorten
import timemory.settings.Catalogue
import timemory.settings.LazySelection
import timemory.settings.Setting
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * The events that a setting selects, for components that use it. The selection is made when a session starts and lasts until the next one.
 *
 * When a component is first used, each event is tried: those that cannot be counted are skipped and reported.
 */
internal class SelectedEvents(private val setting: Setting<String>, requestBy: (Settings) -> Request) {
    /**
     * The requested events.
     *
     * @property allOrNone whether no event is counted if one of them cannot be
     * @property isQuiet whether skipped events are not reported
     */
    data class Request(val kind: CounterKind, val events: List<String>, val allOrNone: Boolean = false, val isQuiet: Boolean = false)

    /** The outcome: events are counted by [source], or nothing is counted because of [reason]. */
    class Choice(val source: CounterSource?, val reason: String?)

    private val settled = LazySelection(requestBy, ::choose)

    /** Makes the selection for a session with [settings]. Returns whether it has changed. */
    fun configure(settings: Settings): Boolean = settled.configure(settings)

    /** The current choice. */
    fun choice(): Choice = settled.choice()

    val events: List<String> get() = choice().source?.events.orEmpty()

    private fun choose(request: Request): Choice {
        val wanted = request.events.distinct()
        val kind = request.kind
        if (wanted.isEmpty()) return Choice(null, "${setting.variable} names no ${kind.event}s (${kind.hint})")
        kind.unavailable?.let { return Choice(null, it) }
        val reasons = wanted.associateWith { event -> reasonWithout { tried(kind, listOf(event)) } }
        val usable = wanted.filter { reasons[it] == null }
        val refused = reasons.values.firstOrNull { it != null }
        if (refused != null && (usable.isEmpty() || request.allOrNone)) return Choice(null, refused)
        val source = CounterSource.of(kind, usable)
        source.unavailable?.let { return Choice(null, it) }
        if (!request.isQuiet) {
            for ((event, reason) in reasons) {
                if (reason != null) tell(event) { "${kind.event} '${shorten(event)}' of ${setting.variable} is skipped: $reason" }
            }
            noteOf(kind, usable)?.let { note -> tell("turns") { note } }
        }
        return Choice(source, null)
    }

    private inline fun tell(kind: String, sentence: () -> String) = activeProblems().report("${setting.name} $kind", sentence)

    private fun tried(kind: CounterKind, events: List<String>): Long {
        kind.open(events).close()
        return 0L
    }

    private fun noteOf(kind: CounterKind, events: List<String>): String? {
        val set = kind.open(events)
        return try {
            set.note
        } finally {
            set.close()
        }
    }
}

/** The selections that settings make for counters. */
internal object CounterSettings {
    @Volatile
    private var options: PapiOptions? = null

    val perf = SelectedEvents(CounterSettingNames.perfEvents) { SelectedEvents.Request(PerfCounters, eventsOf(it.perfEvents)) }

    val papi = SelectedEvents(CounterSettingNames.papiEvents) {
        val counters = PapiCounters(optionsBy(it))
        SelectedEvents.Request(counters, counters.withOverflows(eventsOf(it.papiEvents)), it.papiFailOnError, it.papiQuiet)
    }

    /** PAPI's options in the current session. */
    val papiOptions: PapiOptions get() = options ?: optionsBy(Settings.load(SettingsBuilder())).also { options = it }

    init {
        SessionHooks.onBegin(::configure)
        SessionHooks.onEnd { OpenCounters.sweep() }
    }

    /** Called when a session with [settings] starts. */
    private fun configure(settings: Settings) {
        val before = options
        options = optionsBy(settings)
        if (perf.configure(settings) or papi.configure(settings) or (before != options)) Availability.changed()
    }

    private fun optionsBy(settings: Settings) =
        PapiOptions(
            settings.papiMultiplexing, settings.papiThreading, if (settings.papiAttach) settings.targetPid else 0,
            settings.papiOverflow,
        )
}
