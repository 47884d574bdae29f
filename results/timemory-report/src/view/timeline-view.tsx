import { useMemo, useRef, useState } from 'preact/hooks';
import type { OverTimeData, TimelineData } from '../contract.ts';
import { formatCount, formatDuration, formatShare } from '../model/format.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { layoutTimeline, suspendedShare } from '../model/timeline.ts';
import { nameFill, readPalette, type Fill } from '../paint/colours.ts';
import { eventAt, paintTimeline, timelineHeight, type TimelineScene } from '../paint/timeline.ts';
import { ScrollCanvas, type CanvasView } from './scroll-canvas.tsx';
import { useTheme } from './theme.ts';
import { Tooltip } from './tooltip.tsx';

const NARROWEST_SPAN = 10;
const STEP = 0.15;
const ZOOM = 1.4;

interface TimelineViewProps {
  run: Run;
  data: TimelineData;
  /** What was read of the process meanwhile. */
  overTime?: OverTimeData | null;
  name: string;
  search: Search;
}

export function TimelineView({ run, data, overTime = null, name, search }: TimelineViewProps) {
  const { dark } = useTheme();
  const layout = useMemo(() => layoutTimeline(data), [data]);
  const [range, setRange] = useState({ from: layout.start, to: layout.end });
  const [focus, setFocus] = useState(-1);
  const [hover, setHover] = useState<{ event: number; x: number; y: number } | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const palette = useMemo(readPalette, [dark]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, data.label), [search, data]);
  const labelOf = (event: number) => run.data.strings[data.label[event]];
  const fill = useMemo(() => {
    const byLabel: Fill[] = [];
    return (event: number) => (byLabel[data.label[event]] ??= nameFill(labelOf(event), dark));
  }, [data, dark]);
  const scene: TimelineScene = { data, layout, overTime, ...range, label: labelOf, fill, matches, focus, palette };

  // Of a process that goes on, whoever sees all goes on seeing all, and an event that another has taken the number of is left.
  const seen = useRef({ data, layout });
  if (seen.current.data !== data) {
    const before = seen.current;
    seen.current = { data, layout };
    if (range.from <= before.layout.start && range.to >= before.layout.end) setRange({ from: layout.start, to: layout.end });
    if (focus >= 0 && data.start[focus] !== before.data.start[focus]) setFocus(-1);
    setHover(null);
  }

  const span = range.to - range.from;
  const setClamped = (from: number, length: number) => {
    const whole = layout.end - layout.start;
    const bounded = Math.min(Math.max(length, NARROWEST_SPAN), whole);
    const start = Math.min(Math.max(from, layout.start), layout.end - bounded);
    setRange({ from: start, to: start + bounded });
  };
  const pan = (share: number) => setClamped(range.from + share * span, span);
  const zoom = (factor: number, at = 0.5) => setClamped(range.from + span * at * (1 - factor), span * factor);
  const reset = () => setClamped(layout.start, layout.end - layout.start);
  /** Focuses the next event in time on the same lane order, so that the keyboard reaches every one. */
  const step = (by: number) => {
    const order = layout.tracks.flatMap((track) => track.lanes.flatMap((lane) => [...lane.events]));
    const next = order[Math.min(Math.max(order.indexOf(focus) + by, 0), order.length - 1)];
    if (next === undefined) return;
    setFocus(next);
    const { start, duration } = { start: data.start[next], duration: data.duration[next] };
    if (start > range.to || start + duration < range.from) setClamped(start + duration / 2 - span / 2, span);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      ArrowLeft: () => pan(-STEP),
      ArrowRight: () => pan(STEP),
      '+': () => zoom(1 / ZOOM),
      '=': () => zoom(1 / ZOOM),
      '-': () => zoom(ZOOM),
      0: reset,
      Home: reset,
      Escape: reset,
      n: () => step(1),
      p: () => step(-1),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  };
  const onWheel = (event: WheelEvent, view: CanvasView) => {
    event.preventDefault();
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : event.deltaY)) return pan(sideways / view.width);
    const { left } = scroller.current!.getBoundingClientRect();
    zoom(Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300))), (event.clientX - left) / view.width);
  };
  const find = (point: { x: number; y: number }, view: CanvasView) => eventAt(scene, view, point.x, point.y);
  return (
    <section class="view" aria-label={name}>
      <div class="tools">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1 / ZOOM)}>+</button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(ZOOM)}>−</button>
        <button type="button" aria-label="Earlier" onClick={() => pan(-STEP)}>←</button>
        <button type="button" aria-label="Later" onClick={() => pan(STEP)}>→</button>
        <button type="button" onClick={reset}>Reset zoom</button>
        <span class="note range" role="status">{formatDuration(range.from - layout.start)} to {formatDuration(range.to - layout.start)}</span>
        {data.active && <span class="legend"><span class="swatch striped" aria-hidden="true" /><span>of its height, how much of it was suspended</span></span>}
        {data.launcher && <span class="legend">→ from what launched it</span>}
        {matches && <span class="note">{formatCount(matches.reduce((sum, flag) => sum + flag, 0))} matches</span>}
      </div>
      <ScrollCanvas
        scroller={scroller}
        name={`${name} of ${layout.tracks.length} tracks and ${data.track.length} events`}
        description="Left and right pan, plus and minus zoom, 0 resets, n and p go to the next and previous event."
        contentHeight={timelineHeight(layout, overTime)}
        paint={(context, view) => paintTimeline(context, scene, view)}
        onKeyDown={onKeyDown}
        onWheel={onWheel}
        onDrag={(dx, view) => pan(-dx / view.width)}
        onPoint={(point, view) => {
          const event = point ? find(point, view) : -1;
          const { left, top } = scroller.current!.getBoundingClientRect();
          setHover(point && event >= 0 ? { event, x: left + point.x, y: top + point.y } : null);
        }}
        onPress={(point, view) => setFocus(find(point, view))}
      />
      <p class="status" aria-live="polite">{focus >= 0 ? <EventText run={run} data={data} event={focus} begin={layout.start} /> : 'Wheel zooms, dragging pans, a click names an event.'}</p>
      {hover && <Tooltip x={hover.x} y={hover.y}><EventText run={run} data={data} event={hover.event} begin={layout.start} /></Tooltip>}
    </section>
  );
}

function EventText({ run, data, event, begin }: { run: Run; data: TimelineData; event: number; begin: number }) {
  const { tracks, track, label, start, duration } = data;
  const { name, kind } = tracks[track[event]];
  const suspended = suspendedShare(data, event);
  const launcher = data.launcher?.[event] ?? -1;
  return (
    <span>
      <bdi class="label">{shortLabel(run.data.strings[label[event]], 200)}</bdi>: {formatDuration(duration[event])} from {formatDuration(start[event] - begin)}, {kind} <bdi>{shortLabel(name, 60)}</bdi>
      {suspended > 0 && `, suspended for ${formatDuration(suspended * duration[event])} of it (${formatShare(suspended)})`}
      {launcher >= 0 && <>, launched by <bdi class="label">{shortLabel(run.data.strings[label[launcher]], 80)}</bdi></>}
    </span>
  );
}
