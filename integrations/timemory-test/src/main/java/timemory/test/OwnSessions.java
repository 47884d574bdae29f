package timemory.test;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;
import timemory.Timemory;

/** Keeps the session of measured tests separate from tests marked with {@link OwnSession}. */
final class OwnSessions {

    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(OwnSessions.class);
    private static final String OTHERS = "others";

    private OwnSessions() {}

    static boolean isMarked(ExtensionContext context) {
        return Annotations.nearest(OwnSession.class, context).isPresent();
    }

    /** Called before the {@code @BeforeAll} methods of a class. */
    static void beforeAll(ExtensionContext context) {
        if (isClassMarked(context)) {
            makeRoom(context);
        }
    }

    /** Called after the {@code @AfterAll} methods of a class. */
    static void afterAll(ExtensionContext context) {
        if (isClassMarked(context)) {
            endLeftOpen(context);
        }
    }

    /** Called before the {@code @BeforeEach} methods of a test. */
    static void beforeEach(ExtensionContext context) {
        if (isMethodMarked(context)) {
            makeRoom(context);
        }
    }

    /** Called after the {@code @AfterEach} methods of a test. */
    static void afterEach(ExtensionContext context) {
        if (isMethodMarked(context)) {
            endLeftOpen(context);
        }
    }

    private static boolean isClassMarked(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestClass(), OwnSession.class);
    }

    private static boolean isMethodMarked(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), OwnSession.class);
    }

    private static void makeRoom(ExtensionContext context) {
        TestSession.end();
        context.getStore(NAMESPACE).put(OTHERS, Timemory.isInitialized());
    }

    /** Ends a session that is open now, because the test started it, unless another session was open before. */
    private static void endLeftOpen(ExtensionContext context) {
        if (!context.getStore(NAMESPACE).get(OTHERS, Boolean.class)) {
            Timemory.finalize();
        }
    }
}
