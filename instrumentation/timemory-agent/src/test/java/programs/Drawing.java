package programs;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.text.NumberFormat;
import java.text.SimpleDateFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Date;
import java.util.Locale;
import java.util.Scanner;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;

/** Works with many parts of the Java runtime: pictures without a screen, expressions, texts, dates, streams. */
public final class Drawing {
    private Drawing() {}

    public static void main(String[] arguments) throws Exception {
        System.out.println(picture());
        System.out.println(texts());
        System.out.println(IntStream.range(0, 1000).boxed().parallel().collect(Collectors.groupingBy(i -> i % 7, Collectors.counting())));
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        new Scanner("b a c a b a").forEachRemaining(word -> counts.merge(word, 1, Integer::sum));
        System.out.println(new java.util.TreeMap<>(counts));
    }

    private static long picture() throws Exception {
        BufferedImage image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_ARGB);
        Graphics2D graphics = image.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setColor(Color.ORANGE);
        graphics.fillOval(8, 8, 40, 30);
        graphics.rotate(0.3);
        graphics.drawLine(0, 0, 60, 30);
        try {
            graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 12));
            graphics.drawString("text", 10, 40);
        } catch (Error | RuntimeException ignored) {
            // Machines without a screen often have none.
            System.out.println("no fonts");
        }
        graphics.dispose();
        for (int i = 0; i < 64; i++) image.setRGB(i, i, 0xFF000000 | i * 3);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ImageIO.write(image, "png", bytes);
        BufferedImage again = ImageIO.read(new ByteArrayInputStream(bytes.toByteArray()));
        CRC32 sum = new CRC32();
        for (int y = 0; y < 64; y++) for (int x = 0; x < 64; x++) sum.update(again.getRGB(x, y) & 0xFF);
        return sum.getValue();
    }

    private static String texts() {
        StringBuilder text = new StringBuilder();
        var matcher = Pattern.compile("(\\w+)=(\\d+)").matcher("a=1, bc=22, def=333");
        while (matcher.find()) text.append(matcher.group(2)).append(' ');
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd HH:mm", Locale.ROOT);
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        text.append(format.format(new Date(1_000_000_000_000L))).append(' ');
        text.append(NumberFormat.getInstance(Locale.US).format(1234567.891)).append(' ');
        text.append(LocalDate.of(2024, 2, 28).plusDays(2).format(DateTimeFormatter.ISO_DATE)).append(' ');
        text.append(String.format(Locale.ROOT, "%08.3f|%-6s|%x", Math.PI, "ab", 255)).append(' ');
        text.append(Base64.getEncoder().encodeToString("timemory".getBytes())).append(' ');
        return text.append(new java.math.BigDecimal("1.10").multiply(new java.math.BigDecimal("3.3"))).toString();
    }
}
