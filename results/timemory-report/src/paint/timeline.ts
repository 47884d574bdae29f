import { scaleLinear, type ScaleLinear } from 'd3-scale';
import type { OverTimeData, TimelineData } from '../contract.ts';
import { formatDuration, formatValue } from '../model/format.ts';
import { visibleText } from '../model/text.ts';
import { firstAfter, suspendedShare, type Lane, type TimelineLayout } from '../model/timeline.ts';
import type { Fill, Palette } from './colours.ts';
import { FONT, paintFrame } from './frame.ts';
import type { Viewport } from './icicle.ts';

const AXIS = 22;
const HEADING = 20;
const LANE = 18;
const GAP = 6;
const CHART = 58;
/** With more arrows on the screen than that, only those of the event in focus are drawn. */
const MAX_ARROWS = 300;
const NARROWEST = 1;

export interface TimelineScene {
  data: TimelineData;
  layout: TimelineLayout;
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

export function timelineHeight(layout: TimelineLayout, overTime: OverTimeData | null): number {
  const tracks = layout.tracks.reduce((height, { lanes }) => height + HEADING + lanes.length * LANE + GAP, AXIS);
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

  const tops: number[] = [];
  const shown: number[] = [];
  const below = eachTrack(scene.layout, (track, top) => {
    tops.push(top);
    const y = top - view.scrollTop;
    if (y > view.height || y + HEADING + track.lanes.length * LANE < 0) return;
    context.fillStyle = palette.muted;
    context.fillText(`${visibleText(track.name.slice(0, 120))}  (${track.kind})`, 4, y + HEADING / 2);
    track.lanes.forEach((lane, i) => {
      const laneY = y + HEADING + i * LANE;
      if (laneY <= view.height && laneY >= -LANE) paintLane(context, scene, lane, laneY, view, shown);
    });
  });
  paintArrows(context, scene, scale, shown, (event) => tops[scene.data.track[event]] + HEADING + scene.layout.laneOf[event] * LANE - view.scrollTop);
  paintCharts(context, scene, scale, below - view.scrollTop, view);

  context.fillStyle = palette.background;
  context.fillRect(0, 0, view.width, AXIS - 2);
  context.fillStyle = palette.text;
  for (const tick of ticks) context.fillText(formatDuration(tick - start), Math.round(scale(tick)) + 3, AXIS / 2);
}

/** Paints the events of a lane, and adds those to `shown` that something launched. */
function paintLane(context: CanvasRenderingContext2D, scene: TimelineScene, lane: Lane, y: number, view: Viewport, shown: number[]) {
  const { data, from, to, matches } = scene;
  const { start, duration, launcher } = data;
  const perPixel = (to - from) / view.width;
  const paint = (event: number, isMatched: boolean) => {
    const x = (start[event] - from) / perPixel;
    const right = x + Math.max(duration[event] / perPixel, NARROWEST);
    const style = { fill: scene.fill(event), faded: matches !== null && !isMatched, matched: isMatched, focused: event === scene.focus, hatched: suspendedShare(data, event) };
    const left = Math.max(x, -4);
    paintFrame(context, { x: left, y, width: Math.min(right, view.width + 4) - left, height: LANE }, scene.label(event), style, scene.palette);
    if (launcher && launcher[event] >= 0 && shown.length <= MAX_ARROWS) shown.push(event);
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

/** From what launched an event to its begin. */
function paintArrows(context: CanvasRenderingContext2D, scene: TimelineScene, scale: TimeScale, shown: number[], top: (event: number) => number) {
  const { data, focus, palette } = scene;
  const { launcher, start } = data;
  if (!launcher) return;
  const isOfFocus = (event: number) => event === focus || launcher[event] === focus;
  const drawn = new Set(shown.length <= MAX_ARROWS ? shown : []);
  if (focus >= 0) launcher.forEach((from, event) => { if (from >= 0 && isOfFocus(event)) drawn.add(event); });
  for (const event of drawn) {
    const x = scale(start[event]);
    const y = top(event) + LANE / 2;
    const fromY = top(launcher[event]) + LANE - 2;
    const bend = Math.max(12, Math.abs(y - fromY) / 4);
    context.strokeStyle = context.fillStyle = isOfFocus(event) ? palette.accent : palette.muted;
    context.lineWidth = isOfFocus(event) ? 2 : 1;
    context.globalAlpha = isOfFocus(event) ? 1 : 0.7;
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
  context.globalAlpha = 1;
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
    context.fillText(`${visibleText(series.name.slice(0, 120))}  (highest ${formatValue(highest, series)} ${series.unit})`, 4, y + HEADING / 2);
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
  eachTrack(scene.layout, (track, top) => {
    const lane = track.lanes[Math.floor((y + view.scrollTop - top - HEADING) / LANE)];
    if (!lane) return;
    const event = lane.events[firstAfter(lane, data, time - perPixel)];
    if (event !== undefined && data.start[event] <= time + perPixel) found = event;
  });
  return found;
}

/** Returns where the last one ends. */
function eachTrack(layout: TimelineLayout, visit: (track: TimelineLayout['tracks'][number], top: number) => void): number {
  let top = AXIS;
  for (const track of layout.tracks) {
    visit(track, top);
    top += HEADING + track.lanes.length * LANE + GAP;
  }
  return top;
}
