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

/** The configuration of [TimemoryRequests]. */
public class TimemoryRequestsConfiguration {
    /** The IDs of the components for request regions, comma-separated: `wall_clock`. */
    public var components: String = "wall_clock"
}

/**
 * Measures each request of a Ktor server: as the region `request`, from before the program's other plugins until it is answered, and inside
 * it as its route, `GET /orders/{id}`. It is never labelled by its URI: there is no limit to URIs, and they may contain secrets.
 * ```
 * embeddedServer(CIO, 8080) {
 *     install(TimemoryRequests) { components = "wall_clock, thread_cpu_clock" }
 *     routing { get("/orders/{id}") { ... } }
 * }
 * ```
 * The handler's coroutines are followed across suspensions and to other dispatchers: their regions are below the route. A request is one
 * lap, whose `active_time` and `suspended_time` show whether it was being worked on.
 *
 * Requests without a matching route have only the outer region. While measuring is off, a request costs one check.
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

/** The route of a request that the coroutine with [context] is handling. Used only by that coroutine. */
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

/** Runs around the whole pipeline of a request. */
private object AroundCall : Hook<suspend (ApplicationCall, suspend () -> Unit) -> Unit> {
    override fun install(pipeline: ApplicationCallPipeline, handler: suspend (ApplicationCall, suspend () -> Unit) -> Unit) {
        val phase = PipelinePhase("Timemory")
        pipeline.insertPhaseBefore(ApplicationCallPipeline.Setup, phase)
        pipeline.intercept(phase) { handler(context) { proceed() } }
    }
}
