package timemory.test

import io.kotest.core.extensions.TestCaseExtension
import io.kotest.core.listeners.AfterProjectListener
import io.kotest.core.test.TestCase
import io.kotest.engine.test.TestResult
import kotlin.reflect.KClass
import kotlinx.coroutines.withContext
import timemory.Timemory
import timemory.bundle.Bundle
import timemory.measured
import timemory.measuredScope

/** Nothing tells an extension whether specs or test cases run concurrently. */
private const val MAY_BE_PARALLEL = true

/**
 * Measures Kotest's test cases: each is a region, named `Spec.name` at the top of the call graph, and by its name alone inside the context
 * that it stands in. What the test measures itself hangs below it. Test cases suspend, so their regions record their active and suspended
 * time besides.
 *
 * Coroutines that a test case launches hang below it. So do threads to which it hands its place over ([timemory.CallContext]); others
 * stand at the top.
 *
 * For one spec, `measuredBy<WallClock, PeakRss>()`; for all, in the project's configuration:
 * ```
 * object ProjectConfig : AbstractProjectConfig() {
 *     override val extensions = listOf(MeasuredExtension(bundle<WallClock, PeakRss>()))
 * }
 * ```
 * Results are written when the project ends. The session is the one of [MeasuredBy], which tells how it goes together with others; specs
 * that begin sessions themselves say so by [ownSession].
 *
 * A test case that passes but cannot be measured by one of the components is reported as ignored; the reason is told on the standard error
 * stream besides, since not every runner shows it.
 *
 * ### Thread-safety
 * May be used by any number of specs at once.
 *
 * @param bundle what to measure by
 * @param whenUnavailable what becomes of a test case if a component cannot measure on this machine
 * @param settings those of the session: see [MeasuredBy.settings]
 */
public class MeasuredExtension(
    private val bundle: Bundle,
    private val whenUnavailable: WhenUnavailable = WhenUnavailable.ABORT,
    private val settings: KClass<out SessionSettings> = SessionSettings.FromEnvironment::class,
) : TestCaseExtension, AfterProjectListener {
    private val missing: List<String> by lazy {
        bundle.types.mapNotNull { type -> type.unavailableReason()?.let { Unavailable.sentence(type, it) } }
    }

    override suspend fun intercept(testCase: TestCase, execute: suspend (TestCase) -> TestResult): TestResult {
        if (OwnSessionExtension in testCase.spec.extensions()) return execute(testCase)
        val session = TestSession.begin(settings.java, MAY_BE_PARALLEL)
        if (!Timemory.isEnabled) return execute(testCase)
        val result = if (testCase.parent == null) {
            val name = "${testCase.spec::class.simpleName}.${testCase.name.name}"
            withContext(session.top().within { measured() }) { bundle.measureSuspending(name) { execute(testCase) } }
        } else {
            measuredScope { bundle.measureSuspending(testCase.name.name) { execute(testCase) } }
        }
        return if (result.isSuccess && missing.isNotEmpty()) withMissing(result, testCase) else result
    }

    private fun withMissing(result: TestResult, testCase: TestCase): TestResult {
        val reason = "test '${testCase.name.name}' passed, but was not measured as asked for: ${missing.joinToString("; ")}"
        tellReason(reason)
        return if (whenUnavailable == WhenUnavailable.ABORT) TestResult.Ignored(reason) else result
    }

    override suspend fun afterProject(): Unit = TestSession.finish()
}
