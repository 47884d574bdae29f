package timemory

import java.io.ByteArrayInputStream
import java.io.ByteArrayOutputStream
import java.nio.file.Files
import java.nio.file.Path
import javax.imageio.ImageIO
import javax.xml.parsers.DocumentBuilderFactory
import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import org.junit.jupiter.api.io.TempDir
import org.w3c.dom.Document
import org.w3c.dom.Element
import timemory.export.plotOutput
import timemory.output.writeResults
import timemory.plot.Ink
import timemory.plot.Picture
import timemory.plot.PictureKind
import timemory.plot.PictureStyle
import timemory.plot.PictureTheme
import timemory.plot.PngImage
import timemory.results.Results
import timemory.settings.Settings
import timemory.settings.SettingsBuilder

class PictureFilesTest {
    private fun pictures(results: Results, style: PictureStyle = PictureStyle()) = Picture.of(
        results, PictureKind.entries, style,
        Settings.DEFAULT,
    )

    private fun parsed(text: String): Document =
        DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(ByteArrayInputStream(text.encodeToByteArray()))

    private fun image(picture: Picture, scale: Double = 1.0) = ByteArrayOutputStream().let {
        PngImage.write(picture, scale, it)
        ImageIO.read(ByteArrayInputStream(it.toByteArray()))
    }

    @Test
    fun anIndependentParserReadsWhateverLabelsThereAre() {
        val everyCharacter =
            (0..0xffff step 200).map { begin -> (begin until begin + 200).map { it.coerceAtMost(0xffff).toChar() }.joinToString("") }
        val results = built { graph ->
            for (label in everyCharacter + listOf("<&>\"'", "]]>", "\u202e", "\ud800", "\udc00x")) graph.add(null, label, 1e6)
        }
        for (picture in pictures(results, PictureStyle(top = 1000))) {
            val svg = parsed(buildString(picture::writeSvg)).documentElement
            assertEquals("svg", svg.tagName)
            assertEquals("${picture.height}", svg.getAttribute("height"))
            assertTrue(svg.getElementsByTagName("rect").length > everyCharacter.size)
        }
    }

    @Test
    fun imageAndSvgAreOfOneSizeAndHaveTheSameBoxes() {
        for (picture in pictures(manyNodes(500), PictureStyle(width = 900))) {
            val image = image(picture, 2.0)
            assertEquals(1800 to 2 * picture.height, image.width to image.height)
            val boxes = parsed(buildString(picture::writeSvg)).getElementsByTagName("rect").let { list ->
                List(list.length) { list.item(it) as Element }
            }
            val light = Ink.ALL.associate { it.name to it.light }
            // There is no text near the lower right corner, nor at the break in the bar of the others.
            val wide = boxes.drop(1).filter {
                it.getAttribute("width").toDouble() > 4 && it.getAttribute("height").toDouble() > 8 && it.getAttribute("class") != "others"
            }
            assertTrue(wide.size > 3, "${wide.size} boxes")
            for (box in wide) {
                val x = (box.getAttribute("x").toDouble() + box.getAttribute("width").toDouble() - 1.5) * 2
                val y = (box.getAttribute("y").toDouble() + box.getAttribute("height").toDouble() - 1.5) * 2
                assertEquals(
                    light.getValue(box.getAttribute("class")), image.getRGB(x.toInt(), y.toInt()) and 0xffffff,
                    "${picture.name} at $x, $y",
                )
            }
        }
    }

    @Test
    fun aDarkImageHasADarkBackground() {
        val picture = pictures(manyNodes(50), PictureStyle(theme = PictureTheme.DARK)).first()
        assertEquals(Ink.PAPER.dark, image(picture).getRGB(1, 1) and 0xffffff)
    }

    @Test
    fun textIsDrawn() {
        val picture = pictures(manyNodes(50)).first()
        val image = image(picture)
        assertTrue((0 until image.width).any { x -> (15..30).any { y -> image.getRGB(x, y) and 0xffffff == Ink.TEXT.light } })
    }

    @Test
    fun anImageThatWouldFillTheMemoryIsRefused() {
        val picture = pictures(manyNodes(50), PictureStyle(width = 20_000)).first()
        assertTrue(
            "100000000" in assertFailsWith<IllegalArgumentException> {
                PngImage.write(picture, 10.0, ByteArrayOutputStream())
            }.message!!,
        )
    }

    @Test
    fun picturesAreWrittenAtTheEndWhereAskedFor(@TempDir directory: Path) {
        val results = session { measure<FakeClock>("main") { pass(1_000) } }
        val settings = Settings.load(
            SettingsBuilder().apply {
                plotOutput = true
                coutOutput = false
                outputPath = directory.toString()
            },
        )
        writeResults(results, settings, { }) { error(it) }
        assertNull(PngImage.unavailableReason())
        for (name in listOf("fake_clock.svg", "fake_clock.flame.svg", "fake_clock.png", "fake_clock.flame.png")) {
            assertTrue(Files.size(directory.resolve(name)) > 500, name)
        }
        parsed(Files.readString(directory.resolve("fake_clock.svg")))
        assertTrue(ImageIO.read(directory.resolve("fake_clock.flame.png").toFile()).width > 0)
    }
}
