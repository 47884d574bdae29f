import { scaleLinear } from 'd3-scale';
import { useRef } from 'preact/hooks';
import { formatTicks, type Scale } from '../model/format.ts';
import { useSize } from './use-size.ts';

const TICK = 110;

/** How wide a raw value is: from 0 to `whole` over the whole width. */
export function Axis({ whole, scale }: { whole: number; scale: Scale }) {
  const box = useRef<HTMLDivElement>(null);
  const { width } = useSize(box);
  const pixels = scaleLinear([0, whole], [0, width]);
  const ticks = whole > 0 && width > 0 ? pixels.ticks(Math.max(2, Math.floor(width / TICK))) : [];
  const texts = formatTicks(ticks, scale);
  return (
    <div class="ruler" ref={box} aria-hidden="true">
      {ticks.map((tick, i) => pixels(tick) < width - 40 && <span key={tick} style={{ left: `${pixels(tick)}px` }}>{texts[i]}</span>)}
    </div>
  );
}
