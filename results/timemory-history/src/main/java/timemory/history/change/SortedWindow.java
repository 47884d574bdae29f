package timemory.history.change;

/** The numbers of a window in ascending order, so that ranks are found quickly. */
final class SortedWindow {
    private final double[] numbers;
    private int count;

    SortedWindow(int capacity) {
        numbers = new double[capacity];
    }

    void add(double number) {
        int at = below(number);
        System.arraycopy(numbers, at, numbers, at + 1, count - at);
        numbers[at] = number;
        count++;
    }

    void remove(double number) {
        int at = below(number);
        count--;
        System.arraycopy(numbers, at + 1, numbers, at, count - at);
    }

    void clear() {
        count = 0;
    }

    int count() {
        return count;
    }

    /** How many are less than {@code number}, and half of those that equal it, itself not counted. */
    double rank(double number) {
        return (below(number) + notAbove(number) - 1) / 2.0;
    }

    private int below(double number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] < number) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    private int notAbove(double number) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (numbers[middle] <= number) low = middle + 1;
            else high = middle;
        }
        return low;
    }
}
