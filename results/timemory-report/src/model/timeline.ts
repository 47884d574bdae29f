import type { SlicesData, TimelineData } from '../contract.ts';

/** Events of one track at one depth of nesting, by start. */
export interface Lane {
  events: Int32Array;
}

export interface Track {
  name: string;
  kind: string;
  lanes: Lane[];
}

export interface TimelineLayout {
  tracks: Track[];
  /** By event, the lane of its track. */
  laneOf: Int32Array;
  start: number;
  end: number;
  /** The slices of event `e` lie from `sliceFrom[e]` up to `sliceFrom[e + 1]`; null if none were recorded. */
  sliceFrom: Int32Array | null;
}

/** Puts every event into the first lane of its track below the events that enclose it. */
export function layoutTimeline(data: TimelineData): TimelineLayout {
  const { tracks, track, start, duration } = data;
  const order = Int32Array.from(track.keys()).sort((a, b) => start[a] - start[b] || duration[b] - duration[a] || a - b);
  const lanes: number[][][] = tracks.map(() => []);
  const open: number[][] = tracks.map(() => []);
  const laneOf = new Int32Array(track.length);
  let end = -Infinity;
  for (const event of order) {
    const ends = open[track[event]];
    const stop = start[event] + duration[event];
    while (ends.length > 0 && ends[ends.length - 1] <= start[event]) ends.pop();
    (lanes[track[event]][ends.length] ??= []).push(event);
    laneOf[event] = ends.length;
    ends.push(stop);
    if (stop > end) end = stop;
  }
  const first = order.length > 0 ? start[order[0]] : 0;
  return {
    tracks: tracks.map(({ name, kind }, i) => ({ name, kind, lanes: lanes[i].map((events) => ({ events: Int32Array.from(events) })) })),
    laneOf,
    start: first,
    end: Math.max(end, first + 1),
    sliceFrom: data.slices ? slicesByEvent(data.slices, track.length) : null,
  };
}

function slicesByEvent({ event }: SlicesData, events: number): Int32Array {
  const from = new Int32Array(events + 1);
  for (const one of event) from[one + 1]++;
  for (let one = 0; one < events; one++) from[one + 1] += from[one];
  return from;
}

/** When an event was suspended; null if that was not recorded. */
export function suspensions(data: TimelineData, { sliceFrom }: TimelineLayout, event: number): [from: number, to: number][] | null {
  const { slices, start, duration } = data;
  if (!slices || !sliceFrom || sliceFrom[event] === sliceFrom[event + 1]) return null;
  const gaps: [number, number][] = [];
  let at = start[event];
  for (let i = sliceFrom[event]; i < sliceFrom[event + 1]; i++) {
    if (slices.start[i] > at) gaps.push([at, slices.start[i]]);
    at = slices.start[i] + slices.duration[i];
  }
  const end = start[event] + duration[event];
  if (end > at) gaps.push([at, end]);
  return gaps;
}

/** The threads that an event ran on, in the order that it came to them. */
export function threadsOf({ slices }: TimelineData, { sliceFrom }: TimelineLayout, event: number): number[] {
  if (!slices || !sliceFrom) return [];
  return [...new Set(slices.thread.slice(sliceFrom[event], sliceFrom[event + 1]))].filter((thread) => thread >= 0);
}

/** The index in the lane of the first event that ends after `time`. */
export function firstAfter(lane: Lane, data: TimelineData, time: number): number {
  let low = 0;
  let high = lane.events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const event = lane.events[middle];
    if (data.start[event] + data.duration[event] <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How much of an event's duration a coroutine was suspended, from 0 to 1. */
export function suspendedShare({ active, duration }: TimelineData, event: number): number {
  const own = active?.[event];
  if (own === null || own === undefined || duration[event] <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - own / duration[event]));
}

/** A part of a timeline: from a time to another one, on some tracks. */
export interface Area {
  from: number;
  to: number;
  /** Indices of tracks. */
  tracks: readonly number[];
}

/** What events of one label took within an area. */
export interface AreaSum {
  /** Index into the strings of the run. */
  label: number;
  count: number;
  /** Nanoseconds within the area. */
  duration: number;
}

/** Sums by label of what happened in an area, the largest first: of an event that reaches out of it, the part within. */
export function sumsOf(data: TimelineData, layout: TimelineLayout, { from, to, tracks }: Area): AreaSum[] {
  const byLabel = new Map<number, AreaSum>();
  for (const lane of tracks.flatMap((track) => layout.tracks[track].lanes)) {
    for (let at = firstAfter(lane, data, from); at < lane.events.length && data.start[lane.events[at]] < to; at++) {
      const event = lane.events[at];
      const label = data.label[event];
      const within = Math.min(data.start[event] + data.duration[event], to) - Math.max(data.start[event], from);
      const sum = byLabel.get(label);
      if (!sum) byLabel.set(label, { label, count: 1, duration: within });
      else {
        sum.count++;
        sum.duration += within;
      }
    }
  }
  return [...byLabel.values()].sort((a, b) => b.duration - a.duration || a.label - b.label);
}

/** What a track is called: its name says what it is in most cases. */
export const trackTitle = ({ name, kind }: { name: string; kind: string }) => (name.toLowerCase().includes(kind) ? name : `${name} (${kind})`);

/** The tracks that are shown, the pinned ones first: those whose name has what was typed in it. */
export function shownTracks(layout: TimelineLayout, pinned: ReadonlySet<number>, filter: string): number[] {
  const wanted = filter.trim().toLowerCase();
  const all = [...layout.tracks.keys()].filter((track) => pinned.has(track) || trackTitle(layout.tracks[track]).toLowerCase().includes(wanted));
  return [...all.filter((track) => pinned.has(track)), ...all.filter((track) => !pinned.has(track))];
}
