import type { OverTimeData, OverTimeSeries } from '../contract.ts';

/** A chart's place in its picture: values go up, time goes to the right. */
export interface Frame {
  width: number;
  top: number;
  bottom: number;
}

export interface Chart {
  /** The value of each row, as long as it lasted: a path of SVG. What is not known is a gap. */
  line: string;
  /** From the smallest to the largest that was read in each row; empty where that is not known. */
  band: string;
  lowest: number;
  highest: number;
  mean: number | null;
}

/** How long the rows are together, from the begin of the first to the end of the last. */
export function spanOf({ begin, end }: OverTimeData): { from: number; to: number } {
  const from = begin[0] ?? 0;
  return { from, to: Math.max(end[end.length - 1] ?? 0, from + 1) };
}

/** Draws a series into a frame. The floor is 0 unless values are below it. */
export function chartOf(data: OverTimeData, series: OverTimeSeries, frame: Frame): Chart {
  const { from, to } = spanOf(data);
  const known = [series.value, series.min, series.max].flatMap((values) => values.filter((value): value is number => value !== null));
  const highest = known.reduce((a, b) => Math.max(a, b), 0);
  const lowest = known.reduce((a, b) => Math.min(a, b), 0);
  const x = (time: number) => round(((time - from) / (to - from)) * frame.width);
  const y = (value: number) => round(highest > lowest ? frame.bottom - ((value - lowest) / (highest - lowest)) * (frame.bottom - frame.top) : frame.bottom);
  let line = '';
  let band = '';
  let weight = 0;
  let sum = 0;
  let isOpen = false;
  for (let row = 0; row < data.end.length; row++) {
    const value = series.value[row];
    const [left, right] = [x(data.begin[row]), x(data.end[row])];
    const isNext = isOpen && row > 0 && left - x(data.end[row - 1]) < 1;
    isOpen = value !== null;
    if (value === null) continue;
    line += `${isNext ? 'L' : 'M'}${left} ${y(value)}H${right}`;
    sum += value * (data.end[row] - data.begin[row]);
    weight += data.end[row] - data.begin[row];
    const [min, max] = [series.min[row], series.max[row]];
    if (min !== null && max !== null && max > min) band += `M${left} ${y(min)}H${right}V${y(max)}H${left}Z`;
  }
  return { line, band, lowest, highest, mean: weight > 0 ? sum / weight : null };
}

/** The row that is going on at a time, or the next one; the last after its end. */
export function rowAt({ end }: OverTimeData, time: number): number {
  let low = 0;
  let high = end.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (end[middle] < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

const round = (value: number) => Math.round(value * 10) / 10;
