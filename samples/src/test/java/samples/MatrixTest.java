package samples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class MatrixTest {

    @Test
    void allThreeWaysGiveTheSameProduct() {
        Matrix a = new Matrix(128, 1.5);
        Matrix b = new Matrix(128, 0.25);
        Matrix naive = new Matrix(128, 0);
        Matrix blocked = new Matrix(128, 1);
        Matrix vectors = new Matrix(128, 2);
        a.multiplyNaively(b, naive);
        a.multiplyInBlocks(b, blocked);
        a.multiplyInVectors(b, vectors);
        double first = 0;
        for (int k = 0; k < 128; k++) {
            first += a.rows[0][k] * b.rows[k][0];
        }
        assertEquals(first, naive.rows[0][0]);
        for (int i = 0; i < 128; i++) {
            assertArrayEquals(naive.rows[i], blocked.rows[i], 1e-9);
            assertArrayEquals(naive.rows[i], vectors.rows[i], 1e-9);
        }
    }

    @Test
    void aSizeThatTilesDoNotFillIsRefused() {
        assertEquals("size: 100, must be a multiple of 64",
                assertThrows(IllegalArgumentException.class, () -> new Matrix(100, 0)).getMessage());
    }
}
