import pluralize from 'pluralize';

/** Words for which the library has another plural than tables do, or none. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ...([
    ['index', 'indexes'],
    ['schema', 'schemas'],
    ['virus', 'viruses'],
    ['medium', 'media'],
  ] as const),
  ...['meta', 'sms', 'dns', 'os', 'gps'].map((word) => [word, word] as const),
]);
const singulars: ReadonlyMap<string, string> = new Map([...exceptions].map(([one, many]) => [many, one]));

/** Returns the plural of a word in lower case. The plural of a plural is itself. */
export function pluralOf(word: string): string {
  if (singulars.has(word)) return word;
  return exceptions.get(word) ?? pluralize.plural(word);
}

/** Returns the singular of a word in lower case. The singular of a singular is itself. */
export function singularOf(word: string): string {
  if (exceptions.has(word)) return word;
  return singulars.get(word) ?? pluralize.singular(word);
}

function withLast(words: readonly string[], change: (word: string) => string): readonly string[] {
  const last = words.at(-1);
  return last === undefined ? [] : [...words.slice(0, -1), change(last)];
}

/** Returns words whose last one is a plural. */
export function pluralWords(words: readonly string[]): readonly string[] {
  return withLast(words, pluralOf);
}

/** Returns words whose last one is a singular. */
export function singularWords(words: readonly string[]): readonly string[] {
  return withLast(words, singularOf);
}
