/** What is typed into the search box: a part of a label in any case, or a regular expression between slashes. */
export interface Search {
  readonly query: string;
  readonly error: string | null;
  matches(label: string): boolean;
}

const NOTHING: Search = { query: '', error: null, matches: () => false };

export function compileSearch(query: string): Search {
  if (query === '') return NOTHING;
  const regex = /^\/(.+)\/([imsu]*)$/s.exec(query);
  if (regex) {
    try {
      const compiled = new RegExp(regex[1], regex[2]);
      return { query, error: null, matches: (label) => compiled.test(label) };
    } catch (error) {
      return { query, error: (error as Error).message, matches: () => false };
    }
  }
  const part = query.toLowerCase();
  return { query, error: null, matches: (label) => label.toLowerCase().includes(part) };
}

/** One flag per node; the labels are tested once each however many nodes bear them. Null when nothing is searched for. */
export function matchNodes(search: Search, strings: readonly string[], label: ArrayLike<number>): Uint8Array | null {
  if (search.query === '' || search.error) return null;
  const byString = Uint8Array.from(strings, (text) => (search.matches(text) ? 1 : 0));
  const byNode = new Uint8Array(label.length);
  for (let node = 0; node < label.length; node++) byNode[node] = byString[label[node]];
  return byNode;
}
