// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from CounterSettingNames.kt.

@file:kotlin.jvm.JvmName("CounterProperties")

package timemory.counters

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** The events that perf_events counts, by the names of `timemory avail -H` (`PERF_EVENTS`, task-clock,page-faults,context-switches). */
public val Settings.perfEvents: String get() = get(CounterSettingNames.perfEvents)

/** As [Settings.perfEvents]. */
public var SettingsBuilder.perfEvents: String
    get() = get(CounterSettingNames.perfEvents)
    set(value) = assign(CounterSettingNames.perfEvents, value)

/** The events that papi_vector and papi_array count, by the names of `timemory avail -H` (`PAPI_EVENTS`, empty). */
public val Settings.papiEvents: String get() = get(CounterSettingNames.papiEvents)

/** As [Settings.papiEvents]. */
public var SettingsBuilder.papiEvents: String
    get() = get(CounterSettingNames.papiEvents)
    set(value) = assign(CounterSettingNames.papiEvents, value)

/** Whether PAPI lets events take turns where the processor has not enough counters (`PAPI_MULTIPLEXING`, false). */
public val Settings.papiMultiplexing: Boolean get() = get(CounterSettingNames.papiMultiplexing)

/** As [Settings.papiMultiplexing]. */
public var SettingsBuilder.papiMultiplexing: Boolean
    get() = get(CounterSettingNames.papiMultiplexing)
    set(value) = assign(CounterSettingNames.papiMultiplexing, value)

/** Whether PAPI counts for all threads, and not only for the one that asks first (`PAPI_THREADING`, true). */
public val Settings.papiThreading: Boolean get() = get(CounterSettingNames.papiThreading)

/** As [Settings.papiThreading]. */
public var SettingsBuilder.papiThreading: Boolean
    get() = get(CounterSettingNames.papiThreading)
    set(value) = assign(CounterSettingNames.papiThreading, value)

/** Whether nothing is counted by [papiEvents] where one of them cannot be, instead of the others (`PAPI_FAIL_ON_ERROR`, false). */
public val Settings.papiFailOnError: Boolean get() = get(CounterSettingNames.papiFailOnError)

/** As [Settings.papiFailOnError]. */
public var SettingsBuilder.papiFailOnError: Boolean
    get() = get(CounterSettingNames.papiFailOnError)
    set(value) = assign(CounterSettingNames.papiFailOnError, value)

/** Whether nothing is reported about those of [papiEvents] that cannot be counted (`PAPI_QUIET`, false). */
public val Settings.papiQuiet: Boolean get() = get(CounterSettingNames.papiQuiet)

/** As [Settings.papiQuiet]. */
public var SettingsBuilder.papiQuiet: Boolean
    get() = get(CounterSettingNames.papiQuiet)
    set(value) = assign(CounterSettingNames.papiQuiet, value)

/** How many of an event make an overflow, which are counted in addition to [papiEvents]; 0 for none (`PAPI_OVERFLOW`, 0). */
public val Settings.papiOverflow: Int get() = get(CounterSettingNames.papiOverflow)

/** As [Settings.papiOverflow]. */
public var SettingsBuilder.papiOverflow: Int
    get() = get(CounterSettingNames.papiOverflow)
    set(value) = assign(CounterSettingNames.papiOverflow, value)

/** Whether PAPI counts what happens in the process [targetPid] (`PAPI_ATTACH`, false). */
public val Settings.papiAttach: Boolean get() = get(CounterSettingNames.papiAttach)

/** As [Settings.papiAttach]. */
public var SettingsBuilder.papiAttach: Boolean
    get() = get(CounterSettingNames.papiAttach)
    set(value) = assign(CounterSettingNames.papiAttach, value)

/** The process that [papiAttach] is about, 0 for this one (`TARGET_PID`, 0). */
public val Settings.targetPid: Int get() = get(CounterSettingNames.targetPid)

/** As [Settings.targetPid]. */
public var SettingsBuilder.targetPid: Int
    get() = get(CounterSettingNames.targetPid)
    set(value) = assign(CounterSettingNames.targetPid, value)
