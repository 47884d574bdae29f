import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { OverTimeData, TimelineData } from '../contract.ts';
import { formatTicks, formatValue } from '../model/format.ts';
import { shortLabel } from '../model/text.ts';
import { firstAfter, suspendedShare, suspensions, trackTitle, type Area, type Lane, type TimelineLayout, type Track } from '../model/timeline.ts';
import type { Fill, Palette } from './colours.ts';
import { FONT, hatch, paintFrame } from './frame.ts';
import type { Viewport } from './icicle.ts';

const AXIS = 22;
const HEADING = 20;
const LANE = 18;
const GAP = 6;
const CHART = 58;
/** An event may have launched thousands: so many arrows are drawn of one. */
const MAX_ARROWS = 500;
const NARROWEST = 1;

export interface TimelineScene {
  data: TimelineData;
  layout: TimelineLayout;
  /** Indices of the tracks that are shown, from above. */
  shown: readonly number[];
  pinned: ReadonlySet<number>;
  /** What is selected; null if nothing is. */
  area: Area | null;
  /** What was read of the process at the same time; null where nothing was. */
  overTime: OverTimeData | null;
  from: number;
  to: number;
  label(event: number): string;
  fill(event: number): Fill;
  matches: Uint8Array | null;
  focus: number;
  palette: Palette;
}

export function timelineHeight(layout: TimelineLayout, shown: readonly number[], overTime: OverTimeData | null): number {
  const tracks = shown.reduce((height, track) => height + HEADING + layout.tracks[track].lanes.length * LANE + GAP, AXIS);
  return tracks + (overTime?.series.length ?? 0) * (HEADING + CHART + GAP);
}

type TimeScale = ScaleLinear<number, number>;

export function paintTimeline(context: CanvasRenderingContext2D, scene: TimelineScene, view: Viewport) {
  const { from, to, palette } = scene;
  context.clearRect(0, 0, view.width, view.height);
  context.font = FONT;
  context.textBaseline = 'middle';
  const scale = scaleLinear([from, to], [0, view.width]);
  // Round numbers since the first event began.
  const { start } = scene.layout;
  const ticks = scaleLinear([from - start, to - start], [0, view.width]).ticks(Math.max(2, Math.floor(view.width / 110))).map((tick) => tick + start);
  context.fillStyle = palette.line;
  for (const tick of ticks) context.fillRect(Math.round(scale(tick)), 0, 1, view.height);

  const tops = new Map<number, number>();
  const below = eachTrack(scene, (track, top, index) => {
    tops.set(index, top);
    const y = top - view.scrollTop;
    if (y > view.height || y + HEADING + track.lanes.length * LANE < 0) return;
    context.fillStyle = palette.muted;
    context.fillText(`${scene.pinned.has(index) ? '★ ' : ''}${shortLabel(trackTitle(track), 120)}`, 4, y + HEADING / 2);
    track.lanes.forEach((lane, i) => {
      const laneY = y + HEADING + i * LANE;
      if (laneY <= view.height && laneY >= -LANE) paintLane(context, scene, lane, laneY, view);
    });
  });
  paintCharts(context, scene, scale, below - view.scrollTop, view);
  paintArea(context, scene, scale, tops, view);
  paintArrows(context, scene, scale, view, (event) => {
    const top = tops.get(scene.data.track[event]);
    return top === undefined ? null : top + HEADING + scene.layout.laneOf[event] * LANE - view.scrollTop;
  });

  context.fillStyle = palette.background;
  context.fillRect(0, 0, view.width, AXIS - 2);
  context.fillStyle = palette.text;
  const texts = formatTicks(ticks.map((tick) => tick - start));
  ticks.forEach((tick, i) => context.fillText(texts[i], Math.round(scale(tick)) + 3, AXIS / 2));
}

function paintLane(context: CanvasRenderingContext2D, scene: TimelineScene, lane: Lane, y: number, view: Viewport) {
  const { data, from, to, matches } = scene;
  const { start, duration } = data;
  const perPixel = (to - from) / view.width;
  const paint = (event: number, isMatched: boolean) => {
    const x = (start[event] - from) / perPixel;
    const right = x + Math.max(duration[event] / perPixel, NARROWEST);
    const gaps = suspensions(data, scene.layout, event);
    const style = { fill: scene.fill(event), faded: matches !== null && !isMatched, matched: isMatched, focused: event === scene.focus, hatched: gaps ? 0 : suspendedShare(data, event) };
    const left = Math.max(x, -4);
    paintFrame(context, { x: left, y, width: Math.min(right, view.width + 4) - left, height: LANE }, scene.label(event), style, scene.palette);
    if (gaps) paintGaps(context, gaps, scene, y, perPixel, view);
    return right;
  };
  const { events } = lane;
  // A pixel that is painted already gains nothing from another narrow event: go on with the first that ends after it.
  for (let at = firstAfter(lane, data, from); at < events.length && start[events[at]] <= to;) {
    const right = paint(events[at], matches?.[events[at]] === 1);
    at = Math.max(at + 1, firstAfter(lane, data, from + Math.floor(right) * perPixel));
  }
  if (matches) {
    let painted = -1;
    for (let at = firstAfter(lane, data, from); at < events.length && start[events[at]] <= to; at++) {
      if (matches[events[at]] === 1 && (start[events[at]] + duration[events[at]] - from) / perPixel > painted) painted = Math.floor(paint(events[at], true));
    }
  }
  const { focus } = scene;
  if (focus >= 0 && lane === scene.layout.tracks[data.track[focus]].lanes[scene.layout.laneOf[focus]] && start[focus] <= to && start[focus] + duration[focus] >= from) {
    paint(focus, matches?.[focus] === 1);
  }
}

/** Stripes where an event was suspended, over all of its height. Gaps closer than a pixel are one. */
function paintGaps(context: CanvasRenderingContext2D, gaps: [number, number][], { from, to }: TimelineScene, y: number, perPixel: number, view: Viewport) {
  let painted = -1;
  for (const [begin, end] of gaps) {
    if (end < from || begin > to) continue;
    const x = Math.max((begin - from) / perPixel, painted, -4);
    const right = Math.min((end - from) / perPixel, view.width + 4);
    if (right - x < 0.5) continue;
    hatch(context, { x, y, width: right - x, height: LANE - 1 });
    painted = Math.ceil(right);
  }
}

/** From what launched the event in focus to it, and from it to what it launched. */
function paintArrows(context: CanvasRenderingContext2D, scene: TimelineScene, scale: TimeScale, view: Viewport, top: (event: number) => number | null) {
  const { data, focus, palette } = scene;
  const { launcher, start } = data;
  if (!launcher || focus < 0) return;
  const drawn: number[] = launcher[focus] >= 0 ? [focus] : [];
  for (let event = 0; event < launcher.length && drawn.length < MAX_ARROWS; event++) if (launcher[event] === focus) drawn.push(event);
  context.save();
  context.beginPath();
  context.rect(0, AXIS, view.width, view.height - AXIS);
  context.clip();
  context.strokeStyle = context.fillStyle = palette.accent;
  context.lineWidth = 2;
  for (const event of drawn) {
    const [to, from] = [top(event), top(launcher[event])];
    if (to === null || from === null) continue;
    const x = scale(start[event]);
    const y = to + LANE / 2;
    const fromY = from + LANE - 2;
    const bend = Math.max(12, Math.abs(y - fromY) / 4);
    context.beginPath();
    context.moveTo(x, fromY);
    context.bezierCurveTo(x - bend, fromY, x - bend, y, x - 1, y);
    context.stroke();
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - 5, y - 3);
    context.lineTo(x - 5, y + 3);
    context.fill();
  }
  context.restore();
}

function paintArea(context: CanvasRenderingContext2D, { area, layout, palette }: TimelineScene, scale: TimeScale, tops: Map<number, number>, view: Viewport) {
  if (!area) return;
  const x = scale(area.from);
  const width = Math.max(scale(area.to) - x, 1);
  for (const track of area.tracks) {
    const top = tops.get(track);
    if (top === undefined) continue;
    const [y, height] = [top - view.scrollTop, HEADING + layout.tracks[track].lanes.length * LANE];
    context.globalAlpha = 0.16;
    context.fillStyle = palette.accent;
    context.fillRect(x, y, width, height);
    context.globalAlpha = 1;
    context.strokeStyle = palette.accent;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width, height);
  }
}

/** What was read of the process, as a line for each number, from 0 to the highest. */
function paintCharts(context: CanvasRenderingContext2D, scene: TimelineScene, scale: TimeScale, top: number, view: Viewport) {
  const { overTime, palette } = scene;
  if (!overTime) return;
  const { begin, end } = overTime;
  overTime.series.forEach((series, i) => {
    const y = top + i * (HEADING + CHART + GAP);
    if (y > view.height || y + HEADING + CHART < 0) return;
    const floor = y + HEADING + CHART;
    const highest = series.value.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
    context.fillStyle = palette.muted;
    context.fillText(`${shortLabel(series.name, 120)}  (highest ${formatValue(highest, series)})`, 4, y + HEADING / 2);
    context.fillRect(0, floor, view.width, 1);
    context.fillStyle = palette.accent;
    for (let row = 0; row < end.length; row++) {
      const value = series.value[row];
      if (value === null || value <= 0 || end[row] < scene.from || begin[row] > scene.to) continue;
      const height = (value / highest) * CHART;
      const x = scale(begin[row]);
      const width = Math.max(scale(end[row]) - x, 0.5);
      context.globalAlpha = 0.3;
      context.fillRect(x, floor - height, width, height);
      context.globalAlpha = 1;
      context.fillRect(x, floor - height, width, 1.5);
    }
  });
}

/** The event at a point of the viewport, -1 where there is none. */
export function eventAt(scene: TimelineScene, view: Viewport, x: number, y: number): number {
  if (y < AXIS) return -1;
  const { data, from, to } = scene;
  const perPixel = (to - from) / view.width;
  const time = from + x * perPixel;
  let found = -1;
  eachTrack(scene, (track, top) => {
    const lane = track.lanes[Math.floor((y + view.scrollTop - top - HEADING) / LANE)];
    if (!lane) return;
    const event = lane.events[firstAfter(lane, data, time - perPixel)];
    if (event !== undefined && data.start[event] <= time + perPixel) found = event;
  });
  return found;
}

/** The track whose heading is at a height of the viewport, -1 if there is none. */
export function headingAt(scene: TimelineScene, view: Viewport, y: number): number {
  if (y < AXIS) return -1;
  let found = -1;
  eachTrack(scene, (_, top, index) => {
    if (y + view.scrollTop >= top && y + view.scrollTop < top + HEADING) found = index;
  });
  return found;
}

/** What is between two points of the viewport. */
export function areaBetween(scene: TimelineScene, view: Viewport, a: { x: number; y: number }, b: { x: number; y: number }): Area {
  const { from, to } = scene;
  const timeAt = (x: number) => from + (Math.min(Math.max(x, 0), view.width) / view.width) * (to - from);
  const [low, high] = [Math.min(a.y, b.y) + view.scrollTop, Math.max(a.y, b.y) + view.scrollTop];
  const tracks: number[] = [];
  eachTrack(scene, (track, top, index) => {
    if (top <= high && top + HEADING + track.lanes.length * LANE >= low) tracks.push(index);
  });
  return { from: timeAt(Math.min(a.x, b.x)), to: timeAt(Math.max(a.x, b.x)), tracks };
}

/** Returns where the last one ends. */
function eachTrack({ layout, shown }: TimelineScene, visit: (track: Track, top: number, index: number) => void): number {
  let top = AXIS;
  for (const index of shown) {
    const track = layout.tracks[index];
    visit(track, top, index);
    top += HEADING + track.lanes.length * LANE + GAP;
  }
  return top;
}
