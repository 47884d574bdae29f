package timemory.spring;

import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import timemory.Measured;

/**
 * Measures bean methods annotated with {@link Measured}, or in classes annotated with it, by proxies, like Spring's own annotations. So a
 * bean's calls to itself are not measured, nor are private and final methods.
 */
final class MeasuredBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1L;

    /** @param components IDs of the components of methods that do not name any */
    MeasuredBeans(String components) {
        setProxyTargetClass(true); // callers may know only the class
        setBeforeExistingAdvisors(true); // includes transactions and caches of the same method
        ComposablePointcut marked = new ComposablePointcut(AnnotationMatchingPointcut.forMethodAnnotation(Measured.class))
                .union(new AnnotationMatchingPointcut(Measured.class, true));
        advisor = new DefaultPointcutAdvisor(marked, new MeasuredCalls(components));
    }

    /** Returns whether timemory's agent is in this process: it measures the same methods, including a bean's calls to itself. */
    static boolean areTheAgents() {
        try {
            Class.forName("timemory.agent.boot.Calls", false, null);
            return true;
        } catch (ClassNotFoundException ignored) {
            return false;
        }
    }
}
