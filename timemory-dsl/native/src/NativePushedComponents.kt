package timemory

import kotlin.native.concurrent.ThreadLocal

// Not beside `currentGraph`: whoever reads a variable of a thread has the compiler put in code that initialises all of its file.
@ThreadLocal
internal actual var pushedComponents: PushedComponents? = null
