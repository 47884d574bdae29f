import type { ComponentData, HistogramData } from '../contract.ts';
import { formatCount, formatValue } from '../model/format.ts';

const WIDTH = 320;
const HEIGHT = 130;
const FLOOR = 108;

/** One bar per bucket, all equally wide: bounds mostly grow exponentially. Empty buckets at both ends are left out. */
export function Histogram({ data, component }: { data: HistogramData; component: ComponentData }) {
  const first = data.counts.findIndex((count) => count > 0);
  if (first < 0) return <p>The histogram is empty.</p>;
  const last = data.counts.findLastIndex((count) => count > 0);
  const counts = data.counts.slice(first, last + 1);
  const highest = Math.max(...counts);
  const bar = WIDTH / counts.length;
  const bound = (i: number) => formatValue(data.bounds[i], component);
  return (
    <figure class="histogram">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Histogram of ${component.id}: ${counts.length} buckets from ${bound(first)} to ${bound(last + 1)}, at most ${formatCount(highest)} calls in one`}>
        {counts.map((count, i) => {
          const height = (count / highest) * (FLOOR - 12);
          return (
            <rect key={i} x={i * bar + 0.5} y={FLOOR - height} width={Math.max(bar - 1, 0.5)} height={height}>
              <title>{`${bound(first + i)} to ${bound(first + i + 1)}: ${formatCount(count)}`}</title>
            </rect>
          );
        })}
        <line x1={0} x2={WIDTH} y1={FLOOR} y2={FLOOR} />
        <text x={0} y={10}>{formatCount(highest)} calls</text>
        <text x={0} y={HEIGHT - 6}>{bound(first)}</text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">{bound(last + 1)}</text>
      </svg>
    </figure>
  );
}
