import { interpolateCividis } from 'd3-scale-chromatic';
import type { FrameKind } from '../model/kind.ts';

export interface Fill {
  background: string;
  text: string;
}

const DARK_TEXT = '#14171c';
const LIGHT_TEXT = '#ffffff';

/** A part of the circle of hues. */
export interface Hues {
  from: number;
  count: number;
}

export const ALL_HUES: Hues = { from: 0, count: 360 };
/** If functions are below regions, regions have the hues from green to violet, and functions others. */
export const REGION_HUES: Hues = { from: 150, count: 140 };

/** The same label has the same colour in every report that has these hues. Text on it is dark in both themes. */
export function nameFill(label: string, dark: boolean, hues: Hues = ALL_HUES): Fill {
  const hash = hashOf(label);
  return shadeOf(hues.from + ((hash >>> 0) % hues.count), dark ? 38 : 62, (hash >>> 9) % 10, dark);
}

/** Hues of functions by what they are written in, as far from each other as the regions leave room for. */
const KIND_HUES: Record<FrameKind, { hue: number; saturation: number }> = {
  java: { hue: 42, saturation: 1 },
  jvm: { hue: 42, saturation: 0.3 },
  'c++': { hue: 82, saturation: 1 },
  native: { hue: 6, saturation: 1 },
  kernel: { hue: 322, saturation: 1 },
  profiler: { hue: 0, saturation: 0 },
};

/** Each kind has its hue; functions next to each other differ in their shade. */
export function kindFill(kind: FrameKind, label: string, dark: boolean): Fill {
  const { hue, saturation } = KIND_HUES[kind];
  return shadeOf(hue, (dark ? 38 : 72) * saturation, label === '' ? 5 : (hashOf(label) >>> 9) % 10, dark);
}

function shadeOf(hue: number, saturation: number, shade: number, dark: boolean): Fill {
  return { background: `hsl(${hue} ${saturation}% ${(dark ? 60 : 76) + shade}%)`, text: DARK_TEXT };
}

function hashOf(label: string): number {
  let hash = 2166136261;
  for (let i = 0; i < Math.min(label.length, 200); i++) hash = Math.imul(hash ^ label.charCodeAt(i), 16777619);
  return hash;
}

/** The colour of a change from -1 to 1, as a share of the larger value: blue for less, orange for more, grey for none. */
export function changeFill(share: number, dark: boolean): Fill {
  const strength = Math.min(1, Math.sqrt(Math.abs(share)));
  const lightness = dark ? 62 - 4 * strength : 88 - 22 * strength;
  return { background: `hsl(${share > 0 ? 27 : 212} ${Math.round(strength * (dark ? 62 : 88))}% ${lightness}%)`, text: DARK_TEXT };
}

/** The colour of a share: the root spreads the many small values. */
export const valueFill = (share: number): Fill => rampFill(Math.sqrt(Math.max(share, 0)));

/** Cividis: its steps are equally visible with and without a colour vision deficiency. */
export function rampFill(share: number): Fill {
  const t = Math.min(Math.max(share, 0), 1);
  return { background: interpolateCividis(t), text: t < 0.5 ? LIGHT_TEXT : DARK_TEXT };
}

/** What the canvas takes over from the style sheet. */
export interface Palette {
  background: string;
  text: string;
  muted: string;
  line: string;
  accent: string;
  sliver: string;
}

export function readPalette(): Palette {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return { background: read('background'), text: read('text'), muted: read('muted'), line: read('line'), accent: read('accent'), sliver: read('sliver') };
}
