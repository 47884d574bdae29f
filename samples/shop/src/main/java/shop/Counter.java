package shop;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** The counter, where customers ask and buy. */
@RestController
class Counter {
    private final Shelves shelves;
    private final Reviewers reviewers;

    Counter(Shelves shelves, Reviewers reviewers) {
        this.shelves = shelves;
        this.reviewers = reviewers;
    }

    @GetMapping("/products")
    List<String> products() {
        return shelves.names();
    }

    @GetMapping("/products/{id}")
    Map<String, Object> product(@PathVariable("id") int id) throws ExecutionException, InterruptedException {
        var stars = reviewers.stars(id); // meanwhile
        Map<String, Object> product = shelves.product(id);
        product.put("stars", stars.get());
        return product;
    }

    @PostMapping("/orders/{id}")
    String order(@PathVariable("id") int id) {
        if (!shelves.order(id)) throw new ResponseStatusException(HttpStatus.CONFLICT, "there is none left of product " + id);
        return "ordered";
    }
}
