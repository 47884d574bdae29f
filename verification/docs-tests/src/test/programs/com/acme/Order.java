package com.acme;

/** A class of app.jar with a trivial function. */
public class Order {
    private final String id;

    public Order(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
