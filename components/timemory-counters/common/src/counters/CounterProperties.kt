// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from CounterSettingNames.kt.

@file:kotlin.jvm.JvmName("CounterProperties")

package timemory.counters

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Events that perf_events counts, by the names in `timemory avail -H` (`PERF_EVENTS`, task-clock,page-faults,context-switches). */
public val Settings.perfEvents: String get() = get(CounterSettingNames.perfEvents)

/** See [Settings.perfEvents]. */
public var SettingsBuilder.perfEvents: String
    get() = get(CounterSettingNames.perfEvents)
    set(value) = assign(CounterSettingNames.perfEvents, value)

/** Events that papi_vector and papi_array count, by the names in `timemory avail -H` (`PAPI_EVENTS`, empty). */
public val Settings.papiEvents: String get() = get(CounterSettingNames.papiEvents)

/** See [Settings.papiEvents]. */
public var SettingsBuilder.papiEvents: String
    get() = get(CounterSettingNames.papiEvents)
    set(value) = assign(CounterSettingNames.papiEvents, value)

/** Let PAPI multiplex events if the processor has too few counters (`PAPI_MULTIPLEXING`, false). */
public val Settings.papiMultiplexing: Boolean get() = get(CounterSettingNames.papiMultiplexing)

/** See [Settings.papiMultiplexing]. */
public var SettingsBuilder.papiMultiplexing: Boolean
    get() = get(CounterSettingNames.papiMultiplexing)
    set(value) = assign(CounterSettingNames.papiMultiplexing, value)

/** Count with PAPI for all threads, not only for the first that asks (`PAPI_THREADING`, true). */
public val Settings.papiThreading: Boolean get() = get(CounterSettingNames.papiThreading)

/** See [Settings.papiThreading]. */
public var SettingsBuilder.papiThreading: Boolean
    get() = get(CounterSettingNames.papiThreading)
    set(value) = assign(CounterSettingNames.papiThreading, value)

/** Count none of [papiEvents] if one is unavailable, instead of skipping it (`PAPI_FAIL_ON_ERROR`, false). */
public val Settings.papiFailOnError: Boolean get() = get(CounterSettingNames.papiFailOnError)

/** See [Settings.papiFailOnError]. */
public var SettingsBuilder.papiFailOnError: Boolean
    get() = get(CounterSettingNames.papiFailOnError)
    set(value) = assign(CounterSettingNames.papiFailOnError, value)

/** Do not report unavailable [papiEvents] (`PAPI_QUIET`, false). */
public val Settings.papiQuiet: Boolean get() = get(CounterSettingNames.papiQuiet)

/** See [Settings.papiQuiet]. */
public var SettingsBuilder.papiQuiet: Boolean
    get() = get(CounterSettingNames.papiQuiet)
    set(value) = assign(CounterSettingNames.papiQuiet, value)

/** Events per overflow, which are counted in addition to [papiEvents]; 0 for none (`PAPI_OVERFLOW`, 0). */
public val Settings.papiOverflow: Int get() = get(CounterSettingNames.papiOverflow)

/** See [Settings.papiOverflow]. */
public var SettingsBuilder.papiOverflow: Int
    get() = get(CounterSettingNames.papiOverflow)
    set(value) = assign(CounterSettingNames.papiOverflow, value)

/** Count events of the process [targetPid] with PAPI (`PAPI_ATTACH`, false). */
public val Settings.papiAttach: Boolean get() = get(CounterSettingNames.papiAttach)

/** See [Settings.papiAttach]. */
public var SettingsBuilder.papiAttach: Boolean
    get() = get(CounterSettingNames.papiAttach)
    set(value) = assign(CounterSettingNames.papiAttach, value)

/** Process for [papiAttach]; 0 for this one (`TARGET_PID`, 0). */
public val Settings.targetPid: Int get() = get(CounterSettingNames.targetPid)

/** See [Settings.targetPid]. */
public var SettingsBuilder.targetPid: Int
    get() = get(CounterSettingNames.targetPid)
    set(value) = assign(CounterSettingNames.targetPid, value)
