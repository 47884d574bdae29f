package shop;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * A shop with a database that runs until it is stopped, measured by timemory's Spring Boot starter, which only application.properties
 * configures. bin/demo shop runs it under load, inspects it and kills it.
 */
@SpringBootApplication
@EnableAsync
public class Shop {

    public static void main(String[] arguments) {
        SpringApplication.run(Shop.class, arguments);
    }
}
