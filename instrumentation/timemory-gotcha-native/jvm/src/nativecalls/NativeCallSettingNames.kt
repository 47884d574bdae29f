package timemory.nativecalls

import timemory.settings.SettingList
import timemory.settings.text

/** The settings of this module. */
internal object NativeCallSettingNames : SettingList() {
    val nativeCalls = add(text("NATIVE_CALLS", "The functions that native_calls counts, like 'libz.so.1:inflate, read/result'", "").fixed())
}
