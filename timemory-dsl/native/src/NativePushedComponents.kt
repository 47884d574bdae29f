package timemory

import kotlin.native.concurrent.ThreadLocal

// Not beside `currentGraph`: for each access to a thread-local variable the compiler inserts code that initialises all of its file.
@ThreadLocal
internal actual var pushedComponents: PushedComponents? = null
