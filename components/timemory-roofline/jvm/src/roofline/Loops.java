package timemory.roofline;

/**
 * Plain loops over arrays, which the JVM's compiler vectorizes with a width that it chooses; and loops that it cannot vectorize, because
 * elements are in variables while they are used.
 */
final class Loops {

    /** The number of operations per element in vectorized loops: with more, the compiler no longer vectorizes. */
    static final int TIMES = 8;

    private Loops() {}

    /** A loop over the elements of {@code data}. */
    @FunctionalInterface
    interface Loop<A> {
        void run(A data, double factor, double addend);
    }

    static void updateDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i++) {
            data[i] = data[i] * b + c;
        }
    }

    static void addDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i++) {
            double x = data[i];
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            data[i] = x;
        }
    }

    static void addScalarDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i += 8) {
            double x0 = data[i + 0];
            double x1 = data[i + 1];
            double x2 = data[i + 2];
            double x3 = data[i + 3];
            double x4 = data[i + 4];
            double x5 = data[i + 5];
            double x6 = data[i + 6];
            double x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = x0 + c;
                x1 = x1 + c;
                x2 = x2 + c;
                x3 = x3 + c;
                x4 = x4 + c;
                x5 = x5 + c;
                x6 = x6 + c;
                x7 = x7 + c;
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }

    static void multiplyDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i++) {
            double x = data[i];
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            data[i] = x;
        }
    }

    static void multiplyScalarDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i += 8) {
            double x0 = data[i + 0];
            double x1 = data[i + 1];
            double x2 = data[i + 2];
            double x3 = data[i + 3];
            double x4 = data[i + 4];
            double x5 = data[i + 5];
            double x6 = data[i + 6];
            double x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = x0 * b;
                x1 = x1 * b;
                x2 = x2 * b;
                x3 = x3 * b;
                x4 = x4 * b;
                x5 = x5 * b;
                x6 = x6 * b;
                x7 = x7 * b;
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }

    static void fmaDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i++) {
            double x = data[i];
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            data[i] = x;
        }
    }

    static void fmaScalarDouble(double[] data, double factor, double addend) {
        double b = factor;
        double c = addend;
        for (int i = 0; i < data.length; i += 8) {
            double x0 = data[i + 0];
            double x1 = data[i + 1];
            double x2 = data[i + 2];
            double x3 = data[i + 3];
            double x4 = data[i + 4];
            double x5 = data[i + 5];
            double x6 = data[i + 6];
            double x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = Math.fma(x0, b, c);
                x1 = Math.fma(x1, b, c);
                x2 = Math.fma(x2, b, c);
                x3 = Math.fma(x3, b, c);
                x4 = Math.fma(x4, b, c);
                x5 = Math.fma(x5, b, c);
                x6 = Math.fma(x6, b, c);
                x7 = Math.fma(x7, b, c);
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }

    static void updateFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i++) {
            data[i] = data[i] * b + c;
        }
    }

    static void addFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i++) {
            float x = data[i];
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            x = x + c;
            data[i] = x;
        }
    }

    static void addScalarFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i += 8) {
            float x0 = data[i + 0];
            float x1 = data[i + 1];
            float x2 = data[i + 2];
            float x3 = data[i + 3];
            float x4 = data[i + 4];
            float x5 = data[i + 5];
            float x6 = data[i + 6];
            float x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = x0 + c;
                x1 = x1 + c;
                x2 = x2 + c;
                x3 = x3 + c;
                x4 = x4 + c;
                x5 = x5 + c;
                x6 = x6 + c;
                x7 = x7 + c;
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }

    static void multiplyFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i++) {
            float x = data[i];
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            x = x * b;
            data[i] = x;
        }
    }

    static void multiplyScalarFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i += 8) {
            float x0 = data[i + 0];
            float x1 = data[i + 1];
            float x2 = data[i + 2];
            float x3 = data[i + 3];
            float x4 = data[i + 4];
            float x5 = data[i + 5];
            float x6 = data[i + 6];
            float x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = x0 * b;
                x1 = x1 * b;
                x2 = x2 * b;
                x3 = x3 * b;
                x4 = x4 * b;
                x5 = x5 * b;
                x6 = x6 * b;
                x7 = x7 * b;
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }

    static void fmaFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i++) {
            float x = data[i];
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            x = Math.fma(x, b, c);
            data[i] = x;
        }
    }

    static void fmaScalarFloat(float[] data, double factor, double addend) {
        float b = (float) factor;
        float c = (float) addend;
        for (int i = 0; i < data.length; i += 8) {
            float x0 = data[i + 0];
            float x1 = data[i + 1];
            float x2 = data[i + 2];
            float x3 = data[i + 3];
            float x4 = data[i + 4];
            float x5 = data[i + 5];
            float x6 = data[i + 6];
            float x7 = data[i + 7];
            for (int k = 0; k < OperationKt.MANY_OPERATIONS; k++) {
                x0 = Math.fma(x0, b, c);
                x1 = Math.fma(x1, b, c);
                x2 = Math.fma(x2, b, c);
                x3 = Math.fma(x3, b, c);
                x4 = Math.fma(x4, b, c);
                x5 = Math.fma(x5, b, c);
                x6 = Math.fma(x6, b, c);
                x7 = Math.fma(x7, b, c);
            }
            data[i + 0] = x0;
            data[i + 1] = x1;
            data[i + 2] = x2;
            data[i + 3] = x3;
            data[i + 4] = x4;
            data[i + 5] = x5;
            data[i + 6] = x6;
            data[i + 7] = x7;
        }
    }
}
