import { blankText, shortLabel, visibleText } from '../model/text.ts';

/** A label as text only, isolated from the direction of its surroundings; short, and whole in the tooltip. */
export function Label({ text, length = 80 }: { text: string; length?: number }) {
  const blank = blankText(text);
  if (blank) return <i class="empty">{blank}</i>;
  const shown = shortLabel(text, length);
  const whole = visibleText(text.slice(0, 2000));
  return <bdi class="label" title={shown === whole ? undefined : whole}>{shown}</bdi>;
}

export function WholeLabel({ text }: { text: string }) {
  const blank = blankText(text);
  return blank ? <i class="empty">{blank}</i> : <bdi class="label whole">{visibleText(text)}</bdi>;
}
