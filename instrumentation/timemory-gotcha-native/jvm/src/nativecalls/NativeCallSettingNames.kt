package timemory.nativecalls

import timemory.settings.SettingList
import timemory.settings.text

/** The settings of this module. */
internal object NativeCallSettingNames : SettingList() {
    val nativeCalls = add(text("NATIVE_CALLS", "Functions that native_calls counts, such as 'libz.so.1:inflate, read/result'", "").fixed())
}
