import { scaleLinear } from 'd3-scale';
import type { TimelineData } from '../contract.ts';
import { formatDuration } from '../model/format.ts';
import { firstAfter, type TimelineLayout } from '../model/timeline.ts';
import { visibleText } from '../model/text.ts';
import type { Fill, Palette } from './colours.ts';
import { FONT, paintFrame } from './frame.ts';

const AXIS = 24;
const HEADING = 20;
const LANE = 18;
const GAP = 8;

export interface TimelineScene {
  data: TimelineData;
  layout: TimelineLayout;
  from: number;
  to: number;
  label(event: number): string;
  fill(event: number): Fill;
  /** By event. */
  matches: Uint8Array | null;
  focus: number;
  palette: Palette;
}

interface Viewport {
  width: number;
  height: number;
  scrollTop: number;
}

export function timelineHeight(layout: TimelineLayout): number {
  return layout.tracks.reduce((height, track) => height + HEADING + track.lanes.length * LANE + GAP, AXIS);
}

export function paintTimeline(context: CanvasRenderingContext2D, scene: TimelineScene, view: Viewport) {
  const { data, from, to, palette } = scene;
  context.clearRect(0, 0, view.width, view.height);
  context.font = FONT;
  context.textBaseline = 'middle';
  const scale = scaleLinear([from, to], [0, view.width]);
  const ticks = scale.ticks(Math.max(2, Math.floor(view.width / 110)));
  context.fillStyle = palette.line;
  for (const tick of ticks) context.fillRect(Math.round(scale(tick)), 0, 1, view.height);

  eachTrack(scene.layout, (track, top) => {
    const y = top - view.scrollTop;
    if (y > view.height || y + HEADING + track.lanes.length * LANE < 0) return;
    context.fillStyle = palette.muted;
    context.fillText(`${visibleText(track.name.slice(0, 120))}  (${track.kind})`, 4, y + HEADING / 2);
    track.lanes.forEach((lane, i) => {
      const laneY = y + HEADING + i * LANE;
      if (laneY > view.height || laneY < -LANE) return;
      let painted = -1;
      for (let at = firstAfter(lane, data, from); at < lane.events.length; at++) {
        const event = lane.events[at];
        if (data.start[event] > to) break;
        const x = scale(data.start[event]);
        const width = Math.max(scale(data.start[event] + data.duration[event]) - x, 1);
        const notable = scene.matches?.[event] === 1 || event === scene.focus;
        // A pixel that is painted already gains nothing from another narrow event.
        if (!notable && x + width <= painted) continue;
        painted = Math.floor(x + width);
        const style = { fill: scene.fill(event), faded: scene.matches !== null && !notable, matched: scene.matches?.[event] === 1, focused: event === scene.focus };
        const left = Math.max(x, -4);
        paintFrame(context, { x: left, y: laneY, width: Math.min(x + width, view.width + 4) - left, height: LANE }, scene.label(event), style, palette);
      }
    });
  });

  context.fillStyle = palette.background;
  context.fillRect(0, 0, view.width, AXIS - 2);
  context.fillStyle = palette.text;
  for (const tick of ticks) context.fillText(formatDuration(tick - scene.layout.start), Math.round(scale(tick)) + 3, AXIS / 2);
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

function eachTrack(layout: TimelineLayout, visit: (track: TimelineLayout['tracks'][number], top: number) => void) {
  let top = AXIS;
  for (const track of layout.tracks) {
    visit(track, top);
    top += HEADING + track.lanes.length * LANE + GAP;
  }
}
