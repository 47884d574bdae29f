import { useMemo, useRef, useState } from 'preact/hooks';
import type { OverTimeData, TimelineData } from '../contract.ts';
import { formatCount, formatDuration, formatMoment, formatShare } from '../model/format.ts';
import type { Run } from '../model/run.ts';
import { matchNodes, type Search } from '../model/search.ts';
import { shortLabel } from '../model/text.ts';
import { layoutTimeline, shownTracks, sumsOf, suspendedShare, threadsOf, trackTitle, type Area, type TimelineLayout } from '../model/timeline.ts';
import { nameFill, readPalette, type Fill } from '../paint/colours.ts';
import { areaBetween, eventAt, headingAt, paintTimeline, timelineHeight, type TimelineScene } from '../paint/timeline.ts';
import { Label } from './label.tsx';
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
  const [pinned, setPinned] = useState<ReadonlySet<number>>(new Set());
  const [filter, setFilter] = useState('');
  const [area, setArea] = useState<Area | null>(null);
  const [selecting, setSelecting] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const palette = useMemo(readPalette, [dark]);
  const matches = useMemo(() => matchNodes(search, run.data.strings, data.label), [search, data]);
  const labelOf = (event: number) => run.data.strings[data.label[event]];
  const fill = useMemo(() => {
    const byLabel: Fill[] = [];
    return (event: number) => (byLabel[data.label[event]] ??= nameFill(labelOf(event), dark));
  }, [data, dark]);
  const shown = useMemo(() => shownTracks(layout, pinned, filter), [layout, pinned, filter]);
  const scene: TimelineScene = { data, layout, shown, pinned, area, overTime, ...range, label: labelOf, fill, matches, focus, palette };

  // Of a process that goes on, whoever sees all goes on seeing all, and an event that another has taken the number of is left.
  const seen = useRef({ data, layout });
  if (seen.current.data !== data) {
    const before = seen.current;
    seen.current = { data, layout };
    if (range.from <= before.layout.start && range.to >= before.layout.end) setRange({ from: layout.start, to: layout.end });
    if (focus >= 0 && data.start[focus] !== before.data.start[focus]) setFocus(-1);
    setHover(null);
    setArea(null);
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
    const order = shown.flatMap((track) => layout.tracks[track].lanes.flatMap((lane) => [...lane.events]));
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
      d: () => pan(STEP),
      a: () => pan(-STEP),
      w: () => zoom(1 / ZOOM),
      s: () => zoom(ZOOM),
      0: reset,
      Home: reset,
      Escape: () => (area ? setArea(null) : reset()),
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
  const togglePin = (track: number) => {
    const next = new Set(pinned);
    if (!next.delete(track)) next.add(track);
    setPinned(next);
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
        <button type="button" aria-pressed={selecting} title="Drag to select an area and see its sums, as with Shift held" onClick={() => setSelecting(!selecting)}>Select area</button>
        {layout.tracks.length > 1 && (
          <>
            <input class="filter" type="search" placeholder="Filter tracks" aria-label="Filter tracks by name" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
            <button type="button" disabled={focus < 0} onClick={() => togglePin(data.track[focus])}>{focus >= 0 && pinned.has(data.track[focus]) ? 'Unpin track' : 'Pin track'}</button>
          </>
        )}
        <span class="note range" role="status">{formatMoment(range.from - layout.start)} to {formatMoment(range.to - layout.start)}{shown.length < layout.tracks.length && `, ${formatCount(shown.length)} of ${formatCount(layout.tracks.length)} tracks`}</span>
        {(data.active || data.slices) && <span class="legend"><span class="swatch striped" aria-hidden="true" /><span>{data.slices ? 'suspended' : 'of its height, how much of it was suspended'}</span></span>}
        {data.launcher && <span class="legend">→ from what launched the chosen event, and to what it launched</span>}
        {matches && <span class="note">{formatCount(matches.reduce((sum, flag) => sum + flag, 0))} matches</span>}
      </div>
      <ScrollCanvas
        scroller={scroller}
        name={`${name} of ${layout.tracks.length} tracks and ${data.track.length} events`}
        description="Left and right or a and d pan, plus and minus or w and s zoom, 0 resets, n and p go to the next and previous event."
        contentHeight={timelineHeight(layout, shown, overTime)}
        paint={(context, view) => paintTimeline(context, scene, view)}
        onKeyDown={onKeyDown}
        onWheel={onWheel}
        onDrag={(dx, view) => pan(-dx / view.width)}
        onPoint={(point, view) => {
          const event = point ? find(point, view) : -1;
          const { left, top } = scroller.current!.getBoundingClientRect();
          setHover(point && event >= 0 ? { event, x: left + point.x, y: top + point.y } : null);
        }}
        onPress={(point, view) => {
          const heading = headingAt(scene, view, point.y);
          if (heading >= 0) togglePin(heading);
          else setFocus(find(point, view));
        }}
        isSelecting={selecting}
        onArea={(from, to, view) => setArea(areaBetween(scene, view, from, to))}
      />
      {area && <Sums run={run} data={data} layout={layout} area={area} onClose={() => setArea(null)} />}
      <p class="status" aria-live="polite">{focus >= 0 ? <EventText run={run} data={data} layout={layout} event={focus} /> : 'Wheel or w and s zoom, dragging or a and d pan, a click names an event or pins a track, Shift and dragging sums up.'}</p>
      {hover && <Tooltip x={hover.x} y={hover.y}><EventText run={run} data={data} layout={layout} event={hover.event} /></Tooltip>}
    </section>
  );
}

const THREADS = 5;

function EventText({ run, data, layout, event }: { run: Run; data: TimelineData; layout: TimelineLayout; event: number }) {
  const { tracks, track, label, start, duration } = data;
  const suspended = suspendedShare(data, event);
  const launcher = data.launcher?.[event] ?? -1;
  const threads = threadsOf(data, layout, event).map((thread) => shortLabel(run.data.threads[thread], 40));
  return (
    <span>
      <bdi class="label">{shortLabel(run.data.strings[label[event]], 200)}</bdi>: {formatDuration(duration[event])} from {formatMoment(start[event] - layout.start)}, <bdi>{shortLabel(trackTitle(tracks[track[event]]), 60)}</bdi>
      {suspended > 0 && `, suspended for ${formatDuration(suspended * duration[event])} of it (${formatShare(suspended)})`}
      {threads.length > 0 && <>, on <bdi>{threads.slice(0, THREADS).join(', ')}</bdi>{threads.length > THREADS && ` and ${formatCount(threads.length - THREADS)} more`}</>}
      {launcher >= 0 && <>, launched by <bdi class="label">{shortLabel(run.data.strings[label[launcher]], 80)}</bdi></>}
    </span>
  );
}

const SUMS = 50;

/** What happened in an area: how often, and how long it took there together. */
function Sums({ run, data, layout, area, onClose }: { run: Run; data: TimelineData; layout: TimelineLayout; area: Area; onClose(): void }) {
  const sums = useMemo(() => sumsOf(data, layout, area), [data, layout, area]);
  return (
    <section class="sums" aria-label="Sums of the area" tabIndex={0}>
      <button type="button" class="close" aria-label="Clear the selection" onClick={onClose}>✕</button>
      <p class="note" role="status">{formatDuration(area.to - area.from)} on {formatCount(area.tracks.length)} {area.tracks.length === 1 ? 'track' : 'tracks'}{sums.length > SUMS && `; the ${SUMS} largest of ${formatCount(sums.length)} labels`}</p>
      <table class="plain">
        <thead><tr><th scope="col">label</th><th scope="col" class="number">events</th><th scope="col" class="number">time in the area</th><th scope="col" class="number">mean</th></tr></thead>
        <tbody>
          {sums.slice(0, SUMS).map(({ label, count, duration }) => (
            <tr key={label}><td><Label text={run.data.strings[label]} length={60} /></td><td class="number">{formatCount(count)}</td><td class="number">{formatDuration(duration)}</td><td class="number">{formatDuration(duration / count)}</td></tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
