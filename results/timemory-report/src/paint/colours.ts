import { interpolateCividis } from 'd3-scale-chromatic';

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
/** Where functions stand below regions, the two share the circle: from green to violet, and from red to yellow. */
export const REGION_HUES: Hues = { from: 150, count: 140 };
export const FUNCTION_HUES: Hues = { from: 8, count: 46 };

/** The same label has the same colour in every report that has these hues. Text on it is dark in both themes. */
export function nameFill(label: string, dark: boolean, hues: Hues = ALL_HUES): Fill {
  let hash = 2166136261;
  for (let i = 0; i < Math.min(label.length, 200); i++) hash = Math.imul(hash ^ label.charCodeAt(i), 16777619);
  const hue = hues.from + ((hash >>> 0) % hues.count);
  const shade = (hash >>> 9) % 10;
  return { background: dark ? `hsl(${hue} 38% ${60 + shade}%)` : `hsl(${hue} 62% ${76 + shade}%)`, text: DARK_TEXT };
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
