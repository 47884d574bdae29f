// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from LiveSettingNames.kt.

@file:kotlin.jvm.JvmName("LiveProperties")

package timemory.live

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Interval at which results are written while the program runs: 30s, 500ms, 5min, 1h; never if empty (`FLUSH_INTERVAL`, empty). */
@ExperimentalTimemoryApi
public val Settings.flushInterval: String get() = get(LiveSettingNames.flushInterval)

/** See [Settings.flushInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushInterval: String
    get() = get(LiveSettingNames.flushInterval)
    set(value) = assign(LiveSettingNames.flushInterval, value)

/** Number of files to keep with the results of single intervals (`FLUSH_PARTS`, MAX_PARTS). */
@ExperimentalTimemoryApi
public val Settings.flushParts: Int get() = get(LiveSettingNames.flushParts)

/** See [Settings.flushParts]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushParts: Int
    get() = get(LiveSettingNames.flushParts)
    set(value) = assign(LiveSettingNames.flushParts, value)

/** Maximum total size of these files in bytes; the oldest go first (`FLUSH_BYTES`, MAX_BYTES). */
@ExperimentalTimemoryApi
public val Settings.flushBytes: Int get() = get(LiveSettingNames.flushBytes)

/** See [Settings.flushBytes]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushBytes: Int
    get() = get(LiveSettingNames.flushBytes)
    set(value) = assign(LiveSettingNames.flushBytes, value)

/**
 * Thresholds above which laps are kept with everything inside them, such as wall_clock>200ms; none if empty (`SLOW_LAP_THRESHOLDS`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.slowLapThresholds: String get() = get(LiveSettingNames.slowLapThresholds)

/** See [Settings.slowLapThresholds]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.slowLapThresholds: String
    get() = get(LiveSettingNames.slowLapThresholds)
    set(value) = assign(LiveSettingNames.slowLapThresholds, value)

/**
 * Maximum share of processor time for measuring, such as 2%; above it, the most expensive and least informative regions have few laps
 * measured and the others counted; no limit if empty (`OVERHEAD_LIMIT`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.overheadLimit: String get() = get(LiveSettingNames.overheadLimit)

/** See [Settings.overheadLimit]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.overheadLimit: String
    get() = get(LiveSettingNames.overheadLimit)
    set(value) = assign(LiveSettingNames.overheadLimit, value)

/** Open the socket used by timemory top, snapshot, reset, enable, disable and configure (`LIVE_SOCKET`, false). */
@ExperimentalTimemoryApi
public val Settings.liveSocket: Boolean get() = get(LiveSettingNames.liveSocket)

/** See [Settings.liveSocket]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveSocket: Boolean
    get() = get(LiveSettingNames.liveSocket)
    set(value) = assign(LiveSettingNames.liveSocket, value)

/**
 * Signal on which a native program opens the socket for timemory top, and closes it again: USR1 or USR2; none if empty (`LIVE_SIGNAL`,
 * empty).
 */
@ExperimentalTimemoryApi
public val Settings.liveSignal: String get() = get(LiveSettingNames.liveSignal)

/** See [Settings.liveSignal]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveSignal: String
    get() = get(LiveSettingNames.liveSignal)
    set(value) = assign(LiveSettingNames.liveSignal, value)

/** Show the running process in JMX consoles (JVM) (`LIVE_MBEAN`, false). */
@ExperimentalTimemoryApi
public val Settings.liveMbean: Boolean get() = get(LiveSettingNames.liveMbean)

/** See [Settings.liveMbean]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveMbean: Boolean
    get() = get(LiveSettingNames.liveMbean)
    set(value) = assign(LiveSettingNames.liveMbean, value)

/**
 * Port of 127.0.0.1, or address and port, at which results are served over HTTP while the program runs (JVM); off if empty (`LIVE_HTTP`,
 * empty).
 */
@ExperimentalTimemoryApi
public val Settings.liveHttp: String get() = get(LiveSettingNames.liveHttp)

/** See [Settings.liveHttp]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveHttp: String
    get() = get(LiveSettingNames.liveHttp)
    set(value) = assign(LiveSettingNames.liveHttp, value)

/** File with the token that [liveHttp] requires from all but the user's own processes (`LIVE_HTTP_TOKEN_FILE`, empty). */
@ExperimentalTimemoryApi
public val Settings.liveHttpTokenFile: String get() = get(LiveSettingNames.liveHttpTokenFile)

/** See [Settings.liveHttpTokenFile]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveHttpTokenFile: String
    get() = get(LiveSettingNames.liveHttpTokenFile)
    set(value) = assign(LiveSettingNames.liveHttpTokenFile, value)

/**
 * OpenTelemetry endpoint to which profiles of each interval are sent (JVM), such as http://localhost:4318; 'default' for
 * OTEL_EXPORTER_OTLP_ENDPOINT; none if empty (`OTLP_ENDPOINT`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.otlpEndpoint: String get() = get(LiveSettingNames.otlpEndpoint)

/** See [Settings.otlpEndpoint]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.otlpEndpoint: String
    get() = get(LiveSettingNames.otlpEndpoint)
    set(value) = assign(LiveSettingNames.otlpEndpoint, value)

/** Interval at which profiles are sent to [otlpEndpoint] (`OTLP_INTERVAL`, 30s). */
@ExperimentalTimemoryApi
public val Settings.otlpInterval: String get() = get(LiveSettingNames.otlpInterval)

/** See [Settings.otlpInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.otlpInterval: String
    get() = get(LiveSettingNames.otlpInterval)
    set(value) = assign(LiveSettingNames.otlpInterval, value)
