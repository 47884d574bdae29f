package timemory.settings

import timemory.internal.lean.*

/** The settings of a module on top of this one. Looked for only where a name is asked for that is none of the core's. */
internal interface SettingsProvider {
    val settings: List<Setting<*>>

    /** Settings of timemory for C++ that belong to this module and that it does not have. */
    val notOffered: List<NotOffered> get() = emptyList()
}

/** The formats of a module on top of this one, as far as settings have to know them. */
internal interface FormatNames {
    /** What [Settings.outputFormats] calls each. */
    val ids: List<String>
}
