/** Fills the template as a writer does: nothing in the data can end the element or the line. */
export function fillTemplate(template: string, data: unknown): string {
  const json = JSON.stringify(data).replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return template.replace('__TIMEMORY_DATA__', () => json);
}
