import { scaleLinear } from 'd3-scale';
import { useRef } from 'preact/hooks';
import { formatScaled } from '../model/format.ts';
import { useSize } from './use-size.ts';

const TICK = 110;

/** How wide a value is: from 0 to `whole`, in its display unit, over the whole width. */
export function Axis({ whole, precision, unit }: { whole: number; precision: number; unit: string }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const scale = scaleLinear([0, whole], [0, width]);
  const ticks = whole > 0 && width > 0 ? scale.ticks(Math.max(2, Math.floor(width / TICK))) : [];
  const step = ticks.length > 1 ? ticks[1] - ticks[0] : whole;
  const digits = Math.min(20, Math.max(0, precision, -Math.floor(Math.log10(step || 1))));
  const shown = ticks.every((tick) => Number.isInteger(tick)) ? 0 : digits;
  return (
    <div class="ruler" ref={box} aria-hidden="true">
      {ticks.filter((tick) => scale(tick) < width - 30).map((tick, i) => (
        <span key={tick} style={{ left: `${scale(tick)}px` }}>{formatScaled(tick, shown)}{i === 0 && <> <bdi>{unit}</bdi></>}</span>
      ))}
    </div>
  );
}
