package timemory.ktor

import io.ktor.server.request.httpMethod
import io.ktor.server.routing.PathSegmentConstantRouteSelector
import io.ktor.server.routing.PathSegmentOptionalParameterRouteSelector
import io.ktor.server.routing.PathSegmentParameterRouteSelector
import io.ktor.server.routing.PathSegmentRegexRouteSelector
import io.ktor.server.routing.PathSegmentTailcardRouteSelector
import io.ktor.server.routing.PathSegmentWildcardRouteSelector
import io.ktor.server.routing.RootRouteSelector
import io.ktor.server.routing.RouteSelector
import io.ktor.server.routing.RoutingCall
import io.ktor.server.routing.TrailingSlashRouteSelector
import timemory.jvm.spi.RouteLabel

/** Returns `GET /orders/{id}`: the method, and the path as declared by the program, without the route's other conditions. */
internal fun labelOf(call: RoutingCall): String {
    val selectors = generateSequence(call.route) { it.parent }.map { it.selector }.toList().asReversed()
    val path = selectors.filter(::isOfPath).joinToString("/") { it.toString().trim('/') }.trim('/')
    val isSlashed = TrailingSlashRouteSelector in selectors
    return RouteLabel.of(call.request.httpMethod.value, "/$path" + if (isSlashed && path.isNotEmpty()) "/" else "")
}

private fun isOfPath(selector: RouteSelector): Boolean = when (selector) {
    is PathSegmentConstantRouteSelector, is PathSegmentParameterRouteSelector, is PathSegmentOptionalParameterRouteSelector,
    is PathSegmentTailcardRouteSelector, is PathSegmentRegexRouteSelector, PathSegmentWildcardRouteSelector, is RootRouteSelector,
    -> true
    else -> false
}
