package timemory.spring;

import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import timemory.Measured;

/**
 * Has the methods of beans measured that are marked by {@link Measured}, or whose class is: by proxies, as Spring's own annotations work. So
 * a bean's calls of itself are not measured, nor private and final methods.
 */
final class MeasuredBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor {
    private static final long serialVersionUID = 1L;

    /** @param components ids of the components of methods that name none */
    MeasuredBeans(String components) {
        setProxyTargetClass(true); // callers may know the class alone
        setBeforeExistingAdvisors(true); // transactions and caches of the same method are inside
        ComposablePointcut marked = new ComposablePointcut(AnnotationMatchingPointcut.forMethodAnnotation(Measured.class))
                .union(new AnnotationMatchingPointcut(Measured.class, true));
        advisor = new DefaultPointcutAdvisor(marked, new MeasuredCalls(components));
    }

    /** Whether timemory's agent is in this process: it measures the same methods, and calls of themselves as well. */
    static boolean areTheAgents() {
        try {
            Class.forName("timemory.agent.boot.Calls", false, null);
            return true;
        } catch (ClassNotFoundException ignored) {
            return false;
        }
    }
}
