package timemory.roofline

import timemory.plot.percent
import timemory.plot.pictureText

/**
 * The HTML page of a roofline: the chart, and a linked table of its points. Text from the program is escaped, and the script does not turn
 * it into markup.
 */
internal class RooflinePage(private val picture: RooflinePicture) {
    private val roofline = picture.roofline
    private val form = roofline.form

    fun writeTo(out: Appendable) {
        out.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        out.append(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; script-src " +
                "'unsafe-inline'\">\n",
        )
        out.append("<meta name=\"viewport\" content=\"width=device-width\">\n<title>").append(escaped(roofline.title)).append("</title>\n")
        out.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n")
        out.append("<div id=\"picture\">\n")
        picture.writeSvg(out, isInPage = true)
        out.append("</div>\n")
        writePoints(out)
        writeRoofs(out)
        out.append("<div id=\"hint\" role=\"status\" hidden></div>\n<script>\n").append(SCRIPT).append("</script>\n</body>\n</html>\n")
    }

    /** Writes the points in the order of the chart, so that the script can match them. */
    private fun writePoints(out: Appendable) {
        if (roofline.points.isEmpty()) return
        out.append("<table id=\"points\">\n<caption>Regions</caption>\n<thead><tr>")
        for (head in listOf(
            "region", "level", form.operations.lowercase() + " per second", "intensity", "of its roof", "time",
            "laps",
        )) cell(out, "th", head)
        out.append("</tr></thead>\n<tbody>\n")
        for (point in roofline.points.sortedByDescending { it.nanoseconds }) {
            out.append("<tr tabindex=\"0\">")
            cell(out, "td", pictureText(point.path.joinToString(" / ")))
            cell(out, "td", pictureText(point.level))
            cell(out, "td", rateText(point.perSecond, form))
            cell(out, "td", intensityText(point.intensity, form))
            cell(out, "td", roofline.attainable(point)?.let { percent(point.perSecond / it) } ?: "")
            cell(out, "td", timeText(point.nanoseconds))
            cell(out, "td", point.laps.toString())
            out.append("</tr>\n")
        }
        out.append("</tbody>\n</table>\n")
    }

    private fun writeRoofs(out: Appendable) {
        if (roofline.bandwidths.isEmpty() && roofline.peaks.isEmpty()) return
        out.append("<table>\n<caption>Roofs</caption>\n<tbody>\n")
        for (roof in roofline.bandwidths) row(out, roof.name, bandwidthText(roof, form))
        for (roof in roofline.peaks) row(out, roof.name, rateText(roof.perSecond, form))
        out.append("</tbody>\n</table>\n")
    }

    private fun row(out: Appendable, name: String, value: String) {
        out.append("<tr>")
        cell(out, "td", pictureText(name))
        cell(out, "td", value)
        out.append("</tr>\n")
    }

    private fun cell(out: Appendable, tag: String, text: String) {
        out.append('<').append(tag).append('>').append(escaped(text)).append("</").append(tag).append('>')
    }

    private fun escaped(text: String): String = buildString {
        for (c in pictureText(text)) {
            when (c) {
                '<' -> append("&lt;")
                '>' -> append("&gt;")
                '&' -> append("&amp;")
                '"' -> append("&quot;")
                else -> append(c)
            }
        }
    }

    private companion object {
        val STYLE = """
            :root{color-scheme:light dark}
            body{margin:16px;font:14px "Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;color:#1f2328;background:#fff}
            #picture svg{max-width:100%;height:auto}
            table{border-collapse:collapse;margin:16px 0}
            caption{text-align:left;font-weight:bold;padding-bottom:4px}
            th,td{text-align:left;padding:3px 14px 3px 4px;border-bottom:1px solid #e3e6e9}
            #points tbody tr{cursor:pointer}
            tr.lit{background:#eef3f8}
            circle.lit{stroke:#1f2328;stroke-width:2.5}
            #hint{position:fixed;pointer-events:none;white-space:pre-line;background:#1f2328;color:#fff;padding:6px 9px;border-radius:4px;max-width:46em;z-index:1}
            @media (prefers-color-scheme:dark){
            body{color:#e6e9ed;background:#16191d}
            th,td{border-color:#2c3238}
            tr.lit{background:#252c34}
            circle.lit{stroke:#e6e9ed}
            #hint{background:#e6e9ed;color:#16191d}
            }
        """.trimIndent() + "\n"

        /** The item under the mouse is highlighted in both the chart and the table. */
        val SCRIPT = """
            'use strict';
            const hint = document.getElementById('hint');
            const discs = [...document.querySelectorAll('#picture circle')].filter(disc => disc.querySelector('title'));
            const rows = [...document.querySelectorAll('#points tbody tr')];
            discs.forEach((disc, i) => {
              const title = disc.querySelector('title');
              const text = title.textContent;
              title.remove();
              disc.setAttribute('aria-label', text);
              const row = rows[i];
              const light = on => { disc.classList.toggle('lit', on); if (row) row.classList.toggle('lit', on); };
              const show = (x, y) => {
                hint.textContent = text;
                hint.hidden = false;
                hint.style.left = Math.max(0, Math.min(x + 14, innerWidth - hint.offsetWidth - 8)) + 'px';
                hint.style.top = Math.max(0, Math.min(y + 14, innerHeight - hint.offsetHeight - 8)) + 'px';
              };
              const hide = () => { light(false); hint.hidden = true; };
              disc.addEventListener('mousemove', event => { light(true); show(event.clientX, event.clientY); });
              disc.addEventListener('mouseleave', hide);
              if (!row) return;
              const fromRow = () => { const box = disc.getBoundingClientRect(); light(true); show(box.right, box.bottom); };
              row.addEventListener('mouseenter', fromRow);
              row.addEventListener('focus', fromRow);
              row.addEventListener('mouseleave', hide);
              row.addEventListener('blur', hide);
            });
        """.trimIndent() + "\n"
    }
}
