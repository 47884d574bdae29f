package timemory.ktor

import io.ktor.server.application.ApplicationCall
import io.ktor.server.application.ApplicationCallPipeline
import io.ktor.server.application.ApplicationPlugin
import io.ktor.server.application.Hook
import io.ktor.server.application.createApplicationPlugin
import io.ktor.server.routing.RoutingRoot
import io.ktor.util.AttributeKey
import io.ktor.util.pipeline.PipelinePhase
import kotlin.coroutines.CoroutineContext
import kotlin.coroutines.coroutineContext
import kotlinx.coroutines.withContext
import timemory.Bundles
import timemory.OpenRegion
import timemory.Timemory
import timemory.bundle.RuntimeBundle
import timemory.measured
import timemory.spi.openSuspending

/** How [TimemoryRequests] measures. */
public class TimemoryRequestsConfiguration {
    /** Ids of the components that the regions of requests have, separated by commas: `wall_clock`. */
    public var components: String = "wall_clock"
}

/**
 * Measures each request of a Ktor server: as the region `request`, from before the program's other plugins on until it is answered, and
 * inside it as its route, `GET /orders/{id}`; never as its address, of which there is no end, and which may say what nobody else is to
 * know.
 * ```
 * embeddedServer(CIO, 8080) {
 *     install(TimemoryRequests) { components = "wall_clock, thread_cpu_clock" }
 *     routing { get("/orders/{id}") { ... } }
 * }
 * ```
 * Coroutines of the handler are followed, over suspensions and to other dispatchers: what they measure hangs below the route. A request is
 * one lap, whose `active_time` and `suspended_time` tell whether it was worked at.
 *
 * Requests that no route takes have none. While measuring is off, a request passes through one check.
 */
public val TimemoryRequests: ApplicationPlugin<TimemoryRequestsConfiguration> =
    createApplicationPlugin("TimemoryRequests", ::TimemoryRequestsConfiguration) {
        val bundle = Bundles.of(pluginConfig.components)
        on(AroundCall) { call, proceed ->
            if (Timemory.isEnabled) withContext(measured()) { measureRequest(call, bundle, proceed) } else proceed()
        }
        application.monitor.subscribe(RoutingRoot.RoutingCallStarted) { call ->
            call.attributes.getOrNull(MEASURED)?.enter(labelOf(call))
        }
        application.monitor.subscribe(RoutingRoot.RoutingCallFinished) { call -> call.attributes.getOrNull(MEASURED)?.leave() }
    }

private val MEASURED = AttributeKey<MeasuredRequest>("timemory.request")

private suspend fun measureRequest(call: ApplicationCall, bundle: RuntimeBundle, proceed: suspend () -> Unit) =
    bundle.measureSuspending("request") {
        val request = MeasuredRequest(coroutineContext, bundle)
        call.attributes.put(MEASURED, request)
        try {
            proceed()
        } finally {
            request.leave()
        }
    }

/** The route of a request that is being answered by the coroutine with [context], which alone uses this. */
private class MeasuredRequest(private val context: CoroutineContext, private val bundle: RuntimeBundle) {
    private var route: OpenRegion? = null

    fun enter(label: String) {
        if (route == null) route = bundle.openSuspending(label, context)
    }

    fun leave() {
        route?.close()
        route = null
    }
}

/** Runs around everything that a request goes through. */
private object AroundCall : Hook<suspend (ApplicationCall, suspend () -> Unit) -> Unit> {
    override fun install(pipeline: ApplicationCallPipeline, handler: suspend (ApplicationCall, suspend () -> Unit) -> Unit) {
        val phase = PipelinePhase("Timemory")
        pipeline.insertPhaseBefore(ApplicationCallPipeline.Setup, phase)
        pipeline.intercept(phase) { handler(context) { proceed() } }
    }
}
