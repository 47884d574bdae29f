package timemory

import timemory.settings.Catalogue
import timemory.settings.SettingsBuilder

/**
 * Ends the session without writing anything, and begins another one with the same settings, of which the calling thread is the primary one.
 * Regions that are open are forgotten. Nothing happens without a session.
 */
internal fun forgetResults() {
    if (!Timemory.isInitialized) return
    val settings = Timemory.settings
    val given = SettingsBuilder()
    for (setting in Catalogue.settings + settings.further()) if (settings.isSet(setting)) given.set(setting.name, settings.textOf(setting))
    val isEnabled = Timemory.isEnabled
    Timemory.change {
        coutOutput = false
        fileOutput = false
    }
    Timemory.finalize()
    Timemory.init(given)
    Timemory.isEnabled = isEnabled
}

/** Of no laps of the component with [type]. */
internal fun noTotals(type: ComponentType<*>): Totals = Totals(type)
