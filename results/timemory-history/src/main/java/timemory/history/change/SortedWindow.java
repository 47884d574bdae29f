package timemory.history.change;

/** A sliding window of numbers in ascending order, for fast ranking. */
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

    /** Returns how many numbers are less than {@code number}, plus half of those equal to it, not counting itself. */
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
