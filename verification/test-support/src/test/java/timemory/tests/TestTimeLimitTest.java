package timemory.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.launcher.TestIdentifier;

class TestTimeLimitTest {

    private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

    @Test
    void aTestThatIsNotOverInTimeIsNamed() throws Exception {
        TestTimeLimit limit = new TestTimeLimit(Duration.ofMillis(1), told::add);
        TestIdentifier test = test();
        limit.executionStarted(test);
        assertEquals(test.getUniqueId() + " is not over after 0 s", told.poll(60, TimeUnit.SECONDS));
    }

    @Test
    void aTestThatIsOverIsNot() throws Exception {
        TestTimeLimit limit = new TestTimeLimit(Duration.ofSeconds(60), told::add);
        TestIdentifier test = test();
        limit.executionStarted(test);
        limit.executionFinished(test, TestExecutionResult.successful());
        assertEquals(0, limit.waiting());
        assertNull(told.poll());
    }

    @Test
    void threadsAreShownWithWhatTheyDo() {
        assertTrue(TestTimeLimit.threads().contains("threadsAreShownWithWhatTheyDo"));
    }

    private static TestIdentifier test() {
        return TestIdentifier.from(new AbstractTestDescriptor(UniqueId.forEngine("engine").append("test", "hangs"), "hangs") {
            @Override
            public Type getType() {
                return TestDescriptor.Type.TEST;
            }
        });
    }
}
