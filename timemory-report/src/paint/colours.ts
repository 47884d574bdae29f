import { interpolateCividis } from 'd3-scale-chromatic';

export interface Fill {
  background: string;
  text: string;
}

const DARK_TEXT = '#14171c';
const LIGHT_TEXT = '#ffffff';

/** The same label has the same colour in every report. Text on it is dark in both themes. */
export function nameFill(label: string, dark: boolean): Fill {
  let hash = 2166136261;
  for (let i = 0; i < Math.min(label.length, 200); i++) hash = Math.imul(hash ^ label.charCodeAt(i), 16777619);
  const hue = (hash >>> 0) % 360;
  const shade = (hash >>> 9) % 10;
  return { background: dark ? `hsl(${hue} 38% ${60 + shade}%)` : `hsl(${hue} 62% ${76 + shade}%)`, text: DARK_TEXT };
}

/** Cividis: its steps are equally visible with and without a colour vision deficiency. The root spreads the many small values. */
export function valueFill(share: number): Fill {
  const t = Math.sqrt(Math.min(Math.max(share, 0), 1));
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
