package timemory.ktor

import io.ktor.http.ContentType
import io.ktor.http.HttpHeaders
import io.ktor.http.HttpStatusCode
import io.ktor.server.request.httpMethod
import io.ktor.server.request.path
import io.ktor.server.request.queryString
import io.ktor.server.response.header
import io.ktor.server.response.respondBytes
import io.ktor.server.response.respondOutputStream
import io.ktor.server.routing.Route
import io.ktor.server.routing.RoutingCall
import io.ktor.server.routing.route
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.withContext
import timemory.ExperimentalTimemoryApi
import timemory.live.http.LiveHandler
import timemory.live.http.LiveRequest
import timemory.live.http.LiveResponse

/**
 * Mounts the live report, Prometheus metrics and downloads at [path], such as `/timemory`, served by [handler].
 * ```
 * routing { timemoryLive("/timemory", LiveHandler.withToken(token)) }
 * ```
 *
 * @throws IllegalArgumentException if [path] does not start with a slash, or ends with one
 */
@ExperimentalTimemoryApi
public fun Route.timemoryLive(path: String, handler: LiveHandler) {
    require(path.startsWith("/") && !path.endsWith("/")) { "'$path' is not a path to mount at: write it like /timemory" }
    route(path) { handle { answer(call, handler) } }
    route("$path/{$REST...}") { handle { answer(call, handler) } }
}

/** The parameter with the path segments after the mount point. */
private const val REST = "rest"

private suspend fun answer(call: RoutingCall, handler: LiveHandler) {
    val whole = call.request.path()
    // The preceding path may contain the same segments, if the route is nested or the program has a root path.
    val segments = call.parameters.getAll(REST).orEmpty()
    val mount = if (segments.isEmpty()) whole.removeSuffix("/") else segments.fold(whole) { part, _ -> part.substringBeforeLast('/') }
    val query = call.request.queryString().ifEmpty { null }
    val question = LiveRequest(call.request.httpMethod.value, mount, whole.substring(mount.length), query) { call.request.headers[it] }
    withContext(Dispatchers.IO) { handler.answer(question) }.use { send(call, it) }
}

private suspend fun send(call: RoutingCall, answer: LiveResponse) {
    val type = answer.headers()[HttpHeaders.ContentType]?.let(ContentType::parse)
    for ((name, value) in answer.headers()) if (name != HttpHeaders.ContentType) call.response.header(name, value)
    val status = HttpStatusCode.fromValue(answer.status())
    if (answer.length() == 0L || call.request.httpMethod.value == "HEAD") return call.respondBytes(ByteArray(0), type, status)
    call.respondOutputStream(type, status, answer.length()) { answer.writeTo(this) }
}
