import type { TimelineData } from '../contract.ts';

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
  };
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
