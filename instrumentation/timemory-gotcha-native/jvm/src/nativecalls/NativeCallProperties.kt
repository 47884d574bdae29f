// Written by 'java timemory-dsl/codegen/settings/SettingProperties.java' from NativeCallSettingNames.kt.

@file:kotlin.jvm.JvmName("NativeCallProperties")

package timemory.nativecalls

import timemory.settings.Settings
import timemory.settings.SettingsBuilder

/** Functions that native_calls counts, such as 'libz.so.1:inflate, read/result' (`NATIVE_CALLS`, empty). */
public val Settings.nativeCalls: String get() = get(NativeCallSettingNames.nativeCalls)

/** See [Settings.nativeCalls]. */
public var SettingsBuilder.nativeCalls: String
    get() = get(NativeCallSettingNames.nativeCalls)
    set(value) = assign(NativeCallSettingNames.nativeCalls, value)
