// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from LiveSettingNames.kt.

@file:kotlin.jvm.JvmName("LiveProperties")

package timemory.live

import timemory.ExperimentalTimemoryApi
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/**
 * How often what was measured so far is written while the program runs: 30s, 500ms, 5min, 1h; not at all where it is empty
 * (`FLUSH_INTERVAL`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.flushInterval: String get() = get(LiveSettingNames.flushInterval)

/** As [Settings.flushInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushInterval: String
    get() = get(LiveSettingNames.flushInterval)
    set(value) = assign(LiveSettingNames.flushInterval, value)

/** How many of the files are kept that have what each interval measured (`FLUSH_PARTS`, MAX_PARTS). */
@ExperimentalTimemoryApi
public val Settings.flushParts: Int get() = get(LiveSettingNames.flushParts)

/** As [Settings.flushParts]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushParts: Int
    get() = get(LiveSettingNames.flushParts)
    set(value) = assign(LiveSettingNames.flushParts, value)

/** How many bytes those files may take together; the oldest go first (`FLUSH_BYTES`, MAX_BYTES). */
@ExperimentalTimemoryApi
public val Settings.flushBytes: Int get() = get(LiveSettingNames.flushBytes)

/** As [Settings.flushBytes]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.flushBytes: Int
    get() = get(LiveSettingNames.flushBytes)
    set(value) = assign(LiveSettingNames.flushBytes, value)

/**
 * Thresholds beyond which a lap is kept with what happened inside it, as in wall_clock>200ms; none if empty (`SLOW_LAP_THRESHOLDS`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.slowLapThresholds: String get() = get(LiveSettingNames.slowLapThresholds)

/** As [Settings.slowLapThresholds]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.slowLapThresholds: String
    get() = get(LiveSettingNames.slowLapThresholds)
    set(value) = assign(LiveSettingNames.slowLapThresholds, value)

/**
 * How much of the processor time measuring may take, as in 2%: beyond it, regions that cost most and tell least have few of their laps
 * measured, and the others counted; no limit where it is empty (`OVERHEAD_LIMIT`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.overheadLimit: String get() = get(LiveSettingNames.overheadLimit)

/** As [Settings.overheadLimit]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.overheadLimit: String
    get() = get(LiveSettingNames.overheadLimit)
    set(value) = assign(LiveSettingNames.overheadLimit, value)

/**
 * Opens the socket by which timemory top, snapshot, reset, enable, disable and configure reach the running process (`LIVE_SOCKET`, false).
 */
@ExperimentalTimemoryApi
public val Settings.liveSocket: Boolean get() = get(LiveSettingNames.liveSocket)

/** As [Settings.liveSocket]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveSocket: Boolean
    get() = get(LiveSettingNames.liveSocket)
    set(value) = assign(LiveSettingNames.liveSocket, value)

/**
 * The signal that has a program without a JVM open the socket for timemory top, and close it when it comes again: USR1 or USR2; none where
 * it is empty (`LIVE_SIGNAL`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.liveSignal: String get() = get(LiveSettingNames.liveSignal)

/** As [Settings.liveSignal]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveSignal: String
    get() = get(LiveSettingNames.liveSignal)
    set(value) = assign(LiveSettingNames.liveSignal, value)

/** Whether consoles of JMX show the running process, on the JVM (`LIVE_MBEAN`, false). */
@ExperimentalTimemoryApi
public val Settings.liveMbean: Boolean get() = get(LiveSettingNames.liveMbean)

/** As [Settings.liveMbean]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveMbean: Boolean
    get() = get(LiveSettingNames.liveMbean)
    set(value) = assign(LiveSettingNames.liveMbean, value)

/**
 * Where what is measured can be looked at over HTTP while the program runs, on the JVM: a port of 127.0.0.1, or an address and a port;
 * nowhere where it is empty (`LIVE_HTTP`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.liveHttp: String get() = get(LiveSettingNames.liveHttp)

/** As [Settings.liveHttp]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveHttp: String
    get() = get(LiveSettingNames.liveHttp)
    set(value) = assign(LiveSettingNames.liveHttp, value)

/** A file with the token that others than the user's own processes show to [liveHttp] (`LIVE_HTTP_TOKEN_FILE`, empty). */
@ExperimentalTimemoryApi
public val Settings.liveHttpTokenFile: String get() = get(LiveSettingNames.liveHttpTokenFile)

/** As [Settings.liveHttpTokenFile]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.liveHttpTokenFile: String
    get() = get(LiveSettingNames.liveHttpTokenFile)
    set(value) = assign(LiveSettingNames.liveHttpTokenFile, value)

/**
 * Where OpenTelemetry's profiles of what each interval measured are sent, on the JVM: http://localhost:4318, say, or default for
 * OTEL_EXPORTER_OTLP_ENDPOINT; nowhere where it is empty (`OTLP_ENDPOINT`, empty).
 */
@ExperimentalTimemoryApi
public val Settings.otlpEndpoint: String get() = get(LiveSettingNames.otlpEndpoint)

/** As [Settings.otlpEndpoint]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.otlpEndpoint: String
    get() = get(LiveSettingNames.otlpEndpoint)
    set(value) = assign(LiveSettingNames.otlpEndpoint, value)

/** How often they are sent (`OTLP_INTERVAL`, 30s). */
@ExperimentalTimemoryApi
public val Settings.otlpInterval: String get() = get(LiveSettingNames.otlpInterval)

/** As [Settings.otlpInterval]. */
@ExperimentalTimemoryApi
public var SettingsBuilder.otlpInterval: String
    get() = get(LiveSettingNames.otlpInterval)
    set(value) = assign(LiveSettingNames.otlpInterval, value)
