import { useMemo, useState } from 'preact/hooks';
import type { OverTimeData, OverTimeSeries } from '../contract.ts';
import { formatCount, formatMoment, formatValue } from '../model/format.ts';
import { chartOf, rowAt, spanOf, type Frame } from '../model/over-time.ts';
import { Label } from './label.tsx';

const FRAME: Frame = { width: 1000, top: 4, bottom: 116 };
const HEIGHT = 120;

/** What was read of the process at intervals: a chart for each number, all of the same time. */
export function OverTimeView({ data }: { data: OverTimeData }) {
  const [row, setRow] = useState(-1);
  const { from, to } = spanOf(data);
  const at = (event: PointerEvent) => {
    const { left, width } = (event.currentTarget as Element).getBoundingClientRect();
    return rowAt(data, from + ((event.clientX - left) / width) * (to - from));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = data.end.length - 1;
    const next = { ArrowLeft: row - 1, ArrowRight: row + 1, Home: 0, End: last, Escape: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setRow(event.key === 'Escape' ? -1 : Math.min(Math.max(next, 0), last));
  };
  return (
    <section class="view" aria-label="Over time">
      <div class="charts" tabIndex={0} data-main onKeyDown={onKeyDown}>
        {data.series.map((series) => <Chart key={series.name} data={data} series={series} row={row} onRow={(event) => setRow(event ? at(event) : -1)} />)}
        <p class="axis note"><span>{formatMoment(from)}</span><span>after measuring began</span><span>{formatMoment(to)}</span></p>
      </div>
      <p class="status" aria-live="polite">{row >= 0 ? <RowText data={data} row={row} /> : `${formatCount(data.end.length)} rows. The pointer, or left and right, show one.`}</p>
    </section>
  );
}

function Chart({ data, series, row, onRow }: { data: OverTimeData; series: OverTimeSeries; row: number; onRow(event: PointerEvent | null): void }) {
  const chart = useMemo(() => chartOf(data, series, FRAME), [data, series]);
  const { from, to } = spanOf(data);
  const x = (time: number) => ((time - from) / (to - from)) * FRAME.width;
  const shown = (value: number | null) => formatValue(value, series);
  return (
    <figure class="chart">
      <figcaption>
        <Label text={series.name} />
        <span class="note">{chart.lowest < 0 && `lowest ${shown(chart.lowest)}, `}mean {shown(chart.mean)}, highest {shown(chart.highest)}</span>
        {row >= 0 && <strong class="number">{series.value[row] === null ? 'not known' : shown(series.value[row])}</strong>}
      </figcaption>
      <svg
        viewBox={`0 0 ${FRAME.width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${series.name} over time: ${data.end.length} rows, mean ${shown(chart.mean)}, highest ${shown(chart.highest)}`}
        onPointerMove={onRow}
        onPointerDown={onRow}
        onPointerLeave={() => onRow(null)}
      >
        {row >= 0 && <rect class="now" x={x(data.begin[row])} width={Math.max(x(data.end[row]) - x(data.begin[row]), 1)} y={0} height={HEIGHT} />}
        <path class="band" d={chart.band} />
        <path class="line" d={chart.line} />
        <line x1={0} x2={FRAME.width} y1={FRAME.bottom + 0.5} y2={FRAME.bottom + 0.5} />
      </svg>
    </figure>
  );
}

function RowText({ data, row }: { data: OverTimeData; row: number }) {
  const values = data.series.map((series) => {
    const [min, max] = [series.min[row], series.max[row]];
    const range = min !== null && max !== null && max > min ? ` (${formatValue(min, series)} to ${formatValue(max, series)})` : '';
    return `${series.name} ${series.value[row] === null ? 'not known' : `${formatValue(series.value[row], series)}${range}`}`;
  });
  return <span>{formatMoment(data.begin[row])} to {formatMoment(data.end[row])}: <bdi>{values.join(', ')}</bdi></span>;
}
