package samples;

/**
 * A square matrix, and three ways to multiply two of them. Each reports its cost as written: two operations for each multiply-add, and
 * eight bytes for each element that an instruction loads or stores.
 */
final class Matrix {

    /** How many rows and columns a tile has: three 64 by 64 tiles easily fit into an L2 cache. */
    private static final int TILE = 64;

    final int size;

    /**
     * An array for each row: the compiler can vectorise a loop if it knows that the arrays it writes and reads are different.
     */
    final double[][] rows;

    /** Filled with elements that depend on {@code seed}. {@code size} must be a multiple of the tile size. */
    Matrix(int size, double seed) {
        if (size <= 0 || size % TILE != 0) {
            throw new IllegalArgumentException("size: " + size + ", must be a multiple of " + TILE);
        }
        this.size = size;
        rows = new double[size][size];
        for (int i = 0; i < size * size; i++) {
            rows[i / size][i % size] = seed + i % 7;
        }
    }

    /** Operations in a product of matrices with {@code size} rows: the same however it is computed. */
    static double flops(int size) {
        return 2.0 * size * size * size;
    }

    /**
     * Row by column: each step of the innermost loop loads one element of each; each element of the column is in a different cache line.
     */
    void multiplyNaively(Matrix b, Matrix result) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                double sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += rows[i][k] * b.rows[k][j];
                }
                result.rows[i][j] = sum;
            }
        }
    }

    /** The bytes that the instructions of {@link #multiplyNaively} load and store. */
    static double naiveBytes(int size) {
        return 16.0 * size * size * size + 8.0 * size * size;
    }

    /**
     * Tile by tile, so that loaded data is reused while it is cached; two rows by two columns in registers, so that it is loaded half as
     * often.
     */
    void multiplyInBlocks(Matrix b, Matrix result) {
        result.clear();
        for (int ii = 0; ii < size; ii += TILE) {
            for (int kk = 0; kk < size; kk += TILE) {
                for (int jj = 0; jj < size; jj += TILE) {
                    multiplyTile(b, result, ii, kk, jj);
                }
            }
        }
    }

    private void multiplyTile(Matrix b, Matrix result, int ii, int kk, int jj) {
        for (int i = ii; i < ii + TILE; i += 2) {
            double[] x0 = rows[i];
            double[] x1 = rows[i + 1];
            for (int j = jj; j < jj + TILE; j += 2) {
                double sum00 = 0;
                double sum01 = 0;
                double sum10 = 0;
                double sum11 = 0;
                for (int k = kk; k < kk + TILE; k++) {
                    double[] y = b.rows[k];
                    double y0 = y[j];
                    double y1 = y[j + 1];
                    sum00 += x0[k] * y0;
                    sum01 += x0[k] * y1;
                    sum10 += x1[k] * y0;
                    sum11 += x1[k] * y1;
                }
                result.rows[i][j] += sum00;
                result.rows[i][j + 1] += sum01;
                result.rows[i + 1][j] += sum10;
                result.rows[i + 1][j + 1] += sum11;
            }
        }
    }

    /**
     * The bytes that the instructions of {@link #multiplyInBlocks} load and store: a tile's sums are loaded and stored as well, and all
     * start as zeros.
     */
    static double blockedBytes(int size) {
        double n = size;
        return n * n * n * 8 + n * n * n / TILE * 16 + n * n * 8;
    }

    /**
     * Two rows of the result by four rows of the other matrix: the innermost loop runs along rows, and the Java 25 compiler vectorises it;
     * the Java 17 compiler does not.
     */
    void multiplyInVectors(Matrix b, Matrix result) {
        result.clear();
        for (int k = 0; k < size; k += 4) {
            for (int i = 0; i < size; i += 2) {
                multiplyRows(rows[i], rows[i + 1], k, b.rows, result.rows[i], result.rows[i + 1]);
            }
        }
    }

    private static void multiplyRows(double[] a, double[] b, int k, double[][] y, double[] first, double[] second) {
        double a0 = a[k + 0];
        double a1 = a[k + 1];
        double a2 = a[k + 2];
        double a3 = a[k + 3];
        double b0 = b[k + 0];
        double b1 = b[k + 1];
        double b2 = b[k + 2];
        double b3 = b[k + 3];
        double[] y0 = y[k + 0];
        double[] y1 = y[k + 1];
        double[] y2 = y[k + 2];
        double[] y3 = y[k + 3];
        for (int j = 0; j < first.length; j++) {
            double v0 = y0[j];
            double v1 = y1[j];
            double v2 = y2[j];
            double v3 = y3[j];
            first[j] += a0 * v0 + a1 * v1 + a2 * v2 + a3 * v3;
            second[j] += b0 * v0 + b1 * v1 + b2 * v2 + b3 * v3;
        }
    }

    private void clear() {
        for (double[] row : rows) {
            java.util.Arrays.fill(row, 0);
        }
    }

    /**
     * The bytes that the instructions of {@link #multiplyInVectors} load and store: four elements, plus two sums loaded and stored, for
     * eight products, and the initialisation of each call.
     */
    static double vectorBytes(int size) {
        double n = size;
        return n * n * n / 8 * 64 + n * n * 8 + n * n * 8;
    }
}
