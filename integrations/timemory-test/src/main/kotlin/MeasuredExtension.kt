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

/** An extension cannot find out whether specs or test cases run concurrently. */
private const val MAY_BE_PARALLEL = true

/**
 * Measures Kotest's test cases: each is a region, named `Spec.name` at the top of the call graph, and just by its name inside an enclosing
 * context. The test's own regions are below it. Test cases are suspending, so their regions also record active and suspended time.
 *
 * Coroutines that a test case launches are recorded below it, and so is work that it propagates to other threads ([timemory.CallContext]);
 * other work is recorded at the root.
 *
 * For a single spec use `measuredBy<WallClock, PeakRss>()`; for all specs, the project configuration:
 * ```
 * object ProjectConfig : AbstractProjectConfig() {
 *     override val extensions = listOf(MeasuredExtension(bundle<WallClock, PeakRss>()))
 * }
 * ```
 * Results are written when the project ends. The session is managed as described in [MeasuredBy]; specs that start sessions themselves must
 * call [ownSession].
 *
 * A test case that passes but cannot be measured by one of the components is reported as ignored; the reason is also printed to stderr,
 * because not every runner shows it.
 *
 * ### Thread-safety
 * Thread-safe: any number of specs may use it at once.
 *
 * @param bundle the components
 * @param whenUnavailable what happens to a test case if a component is unavailable on this machine
 * @param settings the session's settings: see [MeasuredBy.settings]
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
