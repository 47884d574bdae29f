package timemory.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import jakarta.servlet.DispatcherType;
import java.io.IOException;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.reactive.DispatcherHandler;
import org.springframework.web.reactive.HandlerAdapter;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import timemory.Bundles;
import timemory.context.ContextPropagation;
import timemory.context.propagation.PositionAccessor;
import timemory.jvm.ProblemLog;
import timemory.live.http.LiveHandler;
import timemory.live.http.LiveServlet;

/** Configures timemory for Spring Boot: each part only if its library is on the class path. */
@AutoConfiguration
@EnableConfigurationProperties(TimemoryProperties.class)
public class TimemoryAutoConfiguration {

    /** Called by Spring. */
    public TimemoryAutoConfiguration() {}

    /** Starts measuring before any of the program's beans are created. By then Boot has bound its log to Java's. */
    @Bean
    static BeanFactoryPostProcessor timemorySettings(Environment environment) {
        return factory -> {
            ProblemLog.INSTANCE.bind();
            TimemorySettings.begin(
                    Binder.get(environment).bind("timemory.settings", Bindable.mapOf(String.class, String.class)).orElse(Map.of()));
        };
    }

    /** Records {@code @Async} methods, and everything else that Spring's executors run, below the region that was open at the call. */
    @Bean
    @ConditionalOnMissingBean(name = "timemoryTaskDecorator")
    TaskDecorator timemoryTaskDecorator() {
        return ContextPropagation::wrap;
    }

    /** Measures methods annotated with {@link timemory.Measured}. */
    @Bean
    @ConditionalOnBooleanProperty(name = "timemory.methods.enabled", matchIfMissing = true)
    static BeanPostProcessor timemoryMeasuredBeans(Environment environment) {
        return MeasuredBeans.areTheAgents() ? new BeanPostProcessor() {}
                : new MeasuredBeans(environment.getProperty("timemory.methods.components", "wall_clock"));
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({DispatcherServlet.class, FilterRegistrationBean.class})
    @ConditionalOnBooleanProperty(name = "timemory.requests.enabled", matchIfMissing = true)
    static class Requests {

        @Bean
        FilterRegistrationBean<RequestFilter> timemoryRequestFilter(TimemoryProperties properties) {
            var filter = new FilterRegistrationBean<>(new RequestFilter(Bundles.of(properties.requests().components())));
            filter.setDispatcherTypes(EnumSet.of(DispatcherType.REQUEST, DispatcherType.ASYNC));
            filter.setOrder(Ordered.HIGHEST_PRECEDENCE);
            filter.setAsyncSupported(true);
            return filter;
        }

        @Bean
        WebMvcConfigurer timemoryRoutes() {
            return new WebMvcConfigurer() {
                @Override
                public void addInterceptors(InterceptorRegistry registry) {
                    registry.addInterceptor(new RouteInterceptor()).order(Ordered.HIGHEST_PRECEDENCE);
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    @ConditionalOnClass({DispatcherHandler.class, PositionAccessor.class})
    @ConditionalOnBooleanProperty(name = "timemory.requests.enabled", matchIfMissing = true)
    static class ReactiveServer {

        @Bean
        ReactiveRequests timemoryReactiveRequests(TimemoryProperties properties) {
            return new ReactiveRequests(Bundles.of(properties.requests().components()));
        }

        @Bean
        ReactiveRoutes timemoryReactiveRoutes(ObjectProvider<HandlerAdapter> adapters) {
            return new ReactiveRoutes(adapters);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ObservationHandler.class)
    @ConditionalOnBooleanProperty(name = "timemory.observations.enabled", matchIfMissing = true)
    static class Observations {

        @Bean
        ObservationHandler<Observation.Context> timemoryObservations(TimemoryProperties properties) {
            return new MeasuredObservations(Bundles.of(properties.observations().components()), Set.of("http.server.requests"));
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    @ConditionalOnClass({ServletRegistrationBean.class, LiveServlet.class})
    @ConditionalOnProperty("timemory.live-page.path")
    static class LivePages {

        @Bean
        ServletRegistrationBean<LiveServlet> timemoryLivePage(TimemoryProperties properties) throws IOException {
            TimemoryProperties.LivePage live = properties.livePage();
            if (!live.path().startsWith("/") || live.path().endsWith("/")) {
                throw new IllegalArgumentException("timemory.live-page.path=" + live.path() + " is not a path: write it like /timemory");
            }
            LiveHandler handler = live.tokenFile() == null
                    ? LiveHandler.unauthenticated()
                    : LiveHandler.withToken(Files.readString(live.tokenFile()).strip());
            var servlet = new ServletRegistrationBean<>(new LiveServlet(handler), live.path() + "/*");
            servlet.setName("timemory");
            return servlet;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({DataSource.class, BeanPostProcessor.class})
    @ConditionalOnBooleanProperty("timemory.sql.enabled")
    static class Sql {

        @Bean
        static BeanPostProcessor timemoryDataSources(Environment environment) {
            String components = environment.getProperty("timemory.sql.components", "wall_clock");
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof DataSource source ? MeasuredSql.of(source, Bundles.of(components)) : bean;
                }
            };
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
    static class Actuator {

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnAvailableEndpoint
        TimemoryEndpoint timemoryEndpoint() {
            return new TimemoryEndpoint();
        }
    }
}
