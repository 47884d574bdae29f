import type { ComponentData, StripData } from '../contract.ts';
import { formatCount, formatValue } from '../model/format.ts';

const WIDTH = 320;
const HEIGHT = 92;
const FLOOR = 70;
const MOST_BARS = 320;

/** One bar for each process, by rank, and of what is below 0 below a line; of more than fit, one for the most of several neighbours. */
export function Strip({ data, component }: { data: StripData; component: ComponentData }) {
  const { ranks, values } = data;
  if (ranks.length === 0) return null;
  const first = ranks[0];
  const last = ranks[ranks.length - 1];
  const perBar = Math.ceil((last - first + 1) / MOST_BARS);
  const bars = new Map<number, number>();
  ranks.forEach((rank, i) => {
    const at = Math.floor((rank - first) / perBar);
    const before = bars.get(at);
    if (before === undefined || Math.abs(values[i]) > Math.abs(values[before])) bars.set(at, i);
  });
  const count = Math.ceil((last - first + 1) / perBar);
  const shown = [...bars.values()].map((i) => values[i]);
  const highest = Math.max(...shown, 0);
  const lowest = Math.min(...shown, 0);
  const scale = highest > lowest ? (FLOOR - 14) / (highest - lowest) : 0;
  const zero = FLOOR + lowest * scale;
  const width = WIDTH / count;
  const value = (i: number) => `rank ${formatCount(ranks[i])}: ${formatValue(values[i], component)}`;
  return (
    <figure class="histogram strip">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={`Values of ${component.id} by rank: ${ranks.length} processes from ${first} to ${last}`}>
        {[...bars].map(([at, i]) => {
          const height = Math.abs(values[i]) * scale;
          return (
            <rect key={at} x={at * width} y={values[i] > 0 ? zero - height : zero} width={Math.max(width - (width > 3 ? 1 : 0), 0.5)} height={height}>
              <title>{value(i)}</title>
            </rect>
          );
        })}
        <line x1={0} x2={WIDTH} y1={zero} y2={zero} />
        <text x={0} y={10}>
          {lowest < 0 && `${formatValue(lowest, component)} to `}{formatValue(highest, component)}
        </text>
        <text x={0} y={HEIGHT - 6}>rank {formatCount(first)}</text>
        <text x={WIDTH} y={HEIGHT - 6} text-anchor="end">{formatCount(last)}</text>
      </svg>
    </figure>
  );
}
