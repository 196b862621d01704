import fc from 'fast-check';
import { oddNames, oddPieces } from '../../bench/src/hostile/odd.ts';

/** Names and values that URLs of an API consist of. */
export interface UrlParts {
  readonly paths: readonly string[];
  readonly names: readonly string[];
  readonly values: readonly string[];
  /** Complete queries that are valid, or nearly. */
  readonly queries: readonly string[];
}

const operators = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'between',
  'contains',
  'startsWith',
  'endsWith',
  'has',
  'search',
  'in',
  '',
  'EQ',
];

function encode(text: string, how: number): string {
  if (how === 0) return text;
  const safe = text.toWellFormed();
  if (how === 1) return encodeURIComponent(safe);
  if (how === 2) return encodeURIComponent(encodeURIComponent(safe));
  return [...new TextEncoder().encode(safe)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

/** Creates queries: parameters of all families with known and odd names, and valid queries with a few changes. */
export function mutatedQueries({ names, values, queries }: Omit<UrlParts, 'paths'>): fc.Arbitrary<string> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.constantFrom(...oddNames));
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...values) },
    { weight: 2, arbitrary: name },
    fc.constantFrom(...oddPieces),
    fc.string({ maxLength: 6, unit: 'binary' }),
    fc.integer().map(String),
  );
  const list = fc.array(value, { minLength: 1, maxLength: 4 }).map((all) => all.join(','));
  const key = fc.oneof(
    fc.constantFrom(
      'include',
      'sort',
      'page[size]',
      'page[number]',
      'page[after]',
      'page[before]',
      'page[total]',
      'filter',
    ),
    name.map((it) => `fields[${it}]`),
    name.map((it) => `filter[${it}]`),
    fc.tuple(name, fc.constantFrom(...operators)).map(([it, operator]) => `filter[${it}][${operator}]`),
    name.map((it) => `page[${it}]`),
    name,
  );
  const pair = fc
    .tuple(key, fc.oneof(value, list), fc.constantFrom(0, 0, 1, 1, 1, 2, 3), fc.constantFrom(0, 0, 0, 1, 2))
    .map(([left, right, how, keyHow]) => `${encode(left, keyHow)}=${encode(right, how)}`);
  const query = fc.array(fc.oneof({ weight: 3, arbitrary: pair }, fc.constantFrom(...queries)), { maxLength: 4 });
  return changedStrings(query.map((pairs) => pairs.join('&')));
}

/** Creates strings with a piece in the middle, cut, or repeated. */
export function changedStrings(strings: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.tuple(fc.nat(400), fc.nat(12), fc.constantFrom(...oddPieces), fc.constantFrom(1, 1, 1, 2, 500));
  return fc.tuple(strings, fc.array(change, { maxLength: 2 })).map(([text, changes]) =>
    changes.reduce((all, [at, skipped, piece, times]) => {
      const place = at % (all.length + 1);
      return all.slice(0, place) + piece.repeat(times) + all.slice(place + (skipped > 6 ? skipped - 6 : 0));
    }, text),
  );
}

/** Creates URLs below the root of an API. */
export function mutatedUrls(parts: UrlParts): fc.Arbitrary<string> {
  const segment = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...parts.names) },
    fc.constantFrom(...oddNames.map((it) => encode(it, 1))),
    fc.constantFrom(...oddPieces),
  );
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...parts.paths) },
    fc.array(segment, { maxLength: 5 }).map((all) => `/${all.join('/')}`),
    changedStrings(fc.constantFrom(...parts.paths)).map((it) => `/${it.replace(/^\//, '')}`),
  );
  return fc
    .tuple(path, fc.option(mutatedQueries(parts), { freq: 4 }))
    .map(([at, query]) => (query === null ? at : `${at}?${query}`));
}
