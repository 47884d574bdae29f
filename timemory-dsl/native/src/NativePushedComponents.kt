package timemory

import kotlin.native.concurrent.ThreadLocal

// In a separate file from `currentGraph`: for each access to a thread-local variable the compiler inserts code that initialises its whole
// file.
@ThreadLocal
internal actual var pushedComponents: PushedComponents? = null
