@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlin.concurrent.Volatile
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.staticCFunction
import timemory.cinterop.linux.tm_exit_start_thread

private val starting = Lock()

/** For the thread that is being started. */
@Volatile
private var bodyOfNext: (() -> Unit)? = null

internal actual fun startThread(name: String, body: () -> Unit): Boolean = starting.hold {
    bodyOfNext = body
    val status = tm_exit_start_thread(
        staticCFunction<Unit> {
            val taken = bodyOfNext
            bodyOfNext = null
            taken?.invoke()
        },
    )
    if (status == 0) while (bodyOfNext != null) pause(microseconds = 20)
    status == 0
}
