package readme

import io.ktor.server.application.install
import io.ktor.server.cio.CIO
import io.ktor.server.engine.embeddedServer
import io.ktor.server.response.respondText
import io.ktor.server.routing.get
import io.ktor.server.routing.routing
import kotlinx.coroutines.delay
import timemory.ktor.TimemoryRequests
import timemory.ktor.timemoryLive
import timemory.live.http.LiveHandler

private suspend fun load(id: String?): String {
    delay(10)
    return "order $id"
}

/** The server in docs/frameworks.md. */
fun serve(token: String) {
    embeddedServer(CIO, port = 8080) {
        install(TimemoryRequests) { components = "wall_clock, thread_cpu_clock" }
        routing {
            get("/orders/{id}") { call.respondText(load(call.parameters["id"])) }
            timemoryLive("/timemory", LiveHandler.withToken(token))
        }
    }.start(wait = true)
}
