package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * A shop with a database that runs until it is stopped, measured by timemory's starter for Spring Boot: see application.properties, which is
 * all that tells it to. bin/demo shop runs it under load, looks at it, and kills it.
 */
@SpringBootApplication
@EnableAsync
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}
