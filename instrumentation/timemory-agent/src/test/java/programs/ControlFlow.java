package programs;

import java.util.ArrayList;
import java.util.List;

/** Ways that control can go: every function takes a number and returns one, or throws. */
public final class ControlFlow {
    private ControlFlow() {}

    public static long counted(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            sum += i;
        }
        return sum;
    }

    public static long nested(int n) {
        long sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                if (j == 3) break;
                sum += j;
            }
        }
        return sum;
    }

    public static long leavesOuter(int n) {
        long sum = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                if (j > i) continue outer;
                if (i * j > 20) break outer;
                sum += i * j;
            }
        }
        return sum;
    }

    public static long returnsFromWithin(int n) {
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 5; j++) {
                if (i * 5 + j == n) return i * 100 + j;
            }
        }
        return -1;
    }

    public static long throwsFromWithin(int n) {
        long sum = 0;
        for (int i = 0; i < 10; i++) {
            int j = 0;
            while (true) {
                if (++j > i) break;
                sum += 100 / (n - i);
            }
        }
        return sum;
    }

    public static long catchesAroundLoops(int n) {
        long sum = 0;
        try {
            for (int i = 0; i < 10; i++) {
                for (int j = 0; j < 3; j++) sum += 100 / (n - i);
            }
        } catch (ArithmeticException ignored) {
            sum = -sum;
        }
        for (int i = 0; i < 2; i++) sum++;
        return sum;
    }

    public static long catchesInTheOuterLoop(int n) {
        long sum = 0;
        for (int i = 0; i < 10; i++) {
            try {
                for (int j = 0; j < 3; j++) sum += 100 / (n - i + j);
            } catch (ArithmeticException unused) {
                sum += 1000;
                continue;
            } finally {
                sum++;
            }
            sum += 2;
        }
        return sum;
    }

    public static long retries(int n) {
        int left = n;
        while (true) {
            try {
                return fail(left);
            } catch (IllegalStateException unused) {
                left--;
            }
        }
    }

    static long fail(int left) {
        if (left > 0) throw new IllegalStateException("not yet");
        return left;
    }

    public static long bodyFirst(int n) {
        int i = 0;
        do {
            i += 2;
            do i++;
            while (i % 3 != 0);
        } while (i < n);
        return i;
    }

    public static long beginsWithALoop(int n) {
        while (n > 10) n -= 3;
        while (n < 5) n += 2;
        return n;
    }

    public static long synchronizes(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            synchronized (list) {
                if (i == 7) return list.size();
                list.add(i);
            }
        }
        return list.hashCode();
    }

    public static long makesObjects(int n) {
        StringBuilder text = new StringBuilder(new String(n > 3 ? "large" : n < 0 ? "negative" : "small"));
        for (int i = 0; i < n; i++) {
            text = new StringBuilder(i % 2 == 0
                    ? text.toString()
                    : new StringBuilder(text)
                            .append(i)
                            .toString());
        }
        return text.toString().hashCode();
    }

    public static long switches(int n) {
        long sum = 0;
        loop:
        for (int i = 0; i < 20; i++) {
            switch ((i + n) % 7) {
                case 0:
                    sum += 1;
                    break;
                case 1:
                    continue;
                case 2:
                    while (sum > 100) sum /= 2;
                case 3:
                    sum *= 3;
                    break;
                case 5:
                    if (i > n) break loop;
                    break;
                default:
                    for (int j = i; j > 0; j--) sum += j;
            }
        }
        return sum;
    }

    public static long calls(int n) {
        try {
            return Math.addExact(square(n), n == 3 ? fail(n) : square(n + 1));
        } catch (IllegalStateException ignored) {
            return square(square(2));
        }
    }

    static int square(int n) {
        return n * n;
    }

    public static long recursive(int n) {
        if (n <= 1) return 1;
        long sum = 0;
        for (int i = 1; i < Math.min(n, 4); i++) sum += recursive(n - i);
        return sum;
    }

    public static long lambdas(int n) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            int k = i;
            Runnable task = () -> {
                for (int j = 0; j < k; j++) list.add(j);
            };
            task.run();
        }
        return list.stream().mapToInt(i -> i).sum();
    }

    public static long constructs(int n) {
        return new Derived(n > 2 ? new int[n] : new int[2]).length + new Derived(n).length;
    }

    static class Base {
        final int length;

        Base(int length) {
            this.length = length;
        }
    }

    static class Derived extends Base {
        Derived(int[] array) {
            super(array.length > 2 ? square(array.length) : new Base(array.length).length);
            for (int i = 0; i < array.length; i++) {
                array[i] = square(i);
            }
        }

        Derived(int n) {
            this(new int[n < 0 ? 0 : n]);
            if (n > 5) throw new IllegalArgumentException("too large: " + n);
        }
    }

    public static long finallyReturns(int n) {
        for (int i = 0; i < n; i++) {
            try {
                if (i == 4) throw new IllegalStateException();
            } finally {
                if (i == 5 || n == 2) return i;
            }
        }
        return -1;
    }
}
