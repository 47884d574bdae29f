package programs;

/** Functions that call each other, through an interface, from a class that is loaded after its callees. */
public final class Shop {
    private Shop() {}

    interface Store {
        int find(int key);
    }

    abstract static class Furniture implements Store {
        int dust() {
            return 3;
        }
    }

    static final class Shelf extends Furniture {
        @Override
        public int find(int key) {
            return key * 2;
        }

        int unused() {
            return 1;
        }
    }

    static final class Desk {
        private final Shelf shelf;
        private final Store store;

        Desk(Shelf shelf) {
            this.shelf = shelf;
            store = shelf;
        }

        int sell(int key) {
            return store.find(key) + pack(key) + shelf.dust();
        }

        private int pack(int key) {
            return key + 1;
        }
    }

    public static void main(String[] arguments) throws Exception {
        Shelf shelf = new Shelf();
        Class.forName("programs.Shop$Desk");
        if (arguments.length > 0) awaitWeaver();
        Desk desk = new Desk(shelf);
        int sum = 0;
        for (int i = 0; i < 5; i++) sum += desk.sell(i);
        System.out.println(sum);
    }

    /** The agent has rewoven the classes that were loaded before. */
    private static void awaitWeaver() {
        while (true) {
            for (Thread thread : Thread.getAllStackTraces().keySet()) {
                if (thread.getName().equals("timemory-weaver") && thread.getState() == Thread.State.WAITING) return;
            }
            Thread.onSpinWait();
        }
    }
}
