import { shortLabel, visibleText } from '../model/text.ts';

/** A label as text only, isolated from the direction of its surroundings; shortened in the middle, whole in the tooltip. */
export function Label({ text, length = 80 }: { text: string; length?: number }) {
  if (text === '') return <i class="empty">(empty label)</i>;
  return <bdi class="label" title={text.length > length ? visibleText(text.slice(0, 2000)) : undefined}>{shortLabel(text, length)}</bdi>;
}

export function WholeLabel({ text }: { text: string }) {
  return text === '' ? <i class="empty">(empty label)</i> : <bdi class="label whole">{visibleText(text)}</bdi>;
}
