/** Every sentence of a guide with a number, a status, "always", or "never" is proven: by a case of this folder, or by the tested example below it. */

import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { expect, test } from 'vitest';
import { blocksOf, readPages } from '../../scripts/docs/markdown.ts';

const plain = (text: string): string => text.replace(/^> /gm, '').replace(/\s+/g, ' ').trim();

/** Numbers that are names: of versions, standards, requirements, characters, and records of examples. */
const names = [
  /\b(?:RFC|[Ss]ections?|[Dd]ecision|JSON:API|JSON Schema|HTTP|OpenAPI|openapi-typescript|[Vv]ersions?|ISO|U\+|UTF-|SHA-)[ /]?\d[\w.]*/g,
  /\b(?:Node|Express|Fastify|Koa|Hono|Nest|Next|Vitest|Jest|Kysely|Prisma|Drizzle|TypeScript|PostgreSQL|MySQL|MariaDB|SQLite)\b(?:,? (?:and |or )?v?\d[\d.]*)+/g,
  /\b(?:persons?|people|articles?|rows?|project|city|item|note|pages?) \d+(?: (?:to|and) \d+)?\b/g,
  /\b403: why\?|\bexplain a 403\b/g,
  /\b[A-Z]{3}-\d\d\b/g,
  /\b\d{4}-\d\d-\d\d\b/g,
  /^(?:- )?\d+\.(?: |$)|^\| \d+ (?=\|)|\b[Ss]teps? \d(?: and \d)?|\bport \d+|\bN\+1\b|\bU\+0000\b|\bP\d+=\d+\b|\b0\.2\d(?:\.\d+)?\b/g,
];
const bare = (sentence: string): string =>
  names.reduce((text, name) => text.replace(name, ''), sentence.replace(/\]\([^)]*\)/g, ']').replace(/`[^`]*`/g, '`'));
const numbersIn = (sentence: string): readonly string[] =>
  bare(sentence).match(/(?<![\w.])\d[\d,.]*(?:\b|(?=xx))/g) ?? [];
const isAbsolute = (sentence: string): boolean => /\b(?:always|never)\b/i.test(bare(sentence));

interface Sentence {
  readonly text: string;
  /** The code of the tested example below the sentence. */
  readonly example: string;
}

/** Returns the sentences of a page, and each row of its tables as one. What a script writes from the code is no sentence. */
function sentencesOf(page: string): readonly Sentence[] {
  const isAnswered = page.includes('<!-- server: ');
  let text = page;
  for (const { code, comment = '', language, end, start } of [...blocksOf(page)].reverse()) {
    const isTested = comment.startsWith('docs/examples/') || (isAnswered && ['json', 'http'].includes(language));
    const opening = text.lastIndexOf('```', start - 1);
    text = `${text.slice(0, opening)}${isTested ? `\uE000${encodeURIComponent(code)}\uE000` : ''}${text.slice(end + 4)}`;
  }
  return text
    .replace(/<!-- [^\n]*: written by scripts[\s\S]*?<!-- end of [^\n]*/g, '')
    .replace(/<!--[\s\S]*?-->|^> (?:\[![A-Z]+\]$)?/gm, '')
    .split(/\n\s*\n(?!\uE000)|\n(?=\s*(?:[-*>#|]|\d+\.) )/)
    .flatMap((part) => {
      const [prose = '', code = ''] = part.split('\uE000');
      // Dots and colons within code and links end no sentence.
      const hidden: string[] = [];
      const kept = prose.replace(/`[^`]*`|\]\([^)]*\)/g, (match) => `\uE001${hidden.push(match) - 1}\uE001`);
      const pieces = /^\s*[|#]/.test(prose) ? [kept] : kept.split(/(?<=[.!?][)*"]{0,3})\s+(?=\S)/);
      return pieces.map((piece, index) => ({
        text: plain(piece.replace(/\uE001(\d+)\uE001/g, (_, at) => hidden[Number(at)] ?? '')),
        example: index === pieces.length - 1 ? decodeURIComponent(code) : '',
      }));
    })
    .filter(
      (sentence) =>
        !sentence.text.startsWith('#') && (numbersIn(sentence.text).length > 0 || isAbsolute(sentence.text)),
    );
}

/** Returns the sentences that the tests of this folder quote. */
function quotesIn(path: string): readonly string[] {
  const quotes: string[] = [];
  JSON.stringify(parseSync(path, readFileSync(path, 'utf8')).program, (key, value) => {
    if (typeof value === 'bigint') return undefined;
    if (key === 'value' && typeof value === 'string' && value.length > 12 && value.includes(' '))
      quotes.push(plain(value));
    return value;
  });
  return quotes;
}
const facts = globSync('docs/facts/*.test.ts').map((path) => ({
  text: readFileSync(path, 'utf8'),
  quotes: quotesIn(path),
}));
/** Returns where a page has what the tests about it quote. */
function provenRanges(path: string, page: string): readonly (readonly [start: number, end: number, quote: string])[] {
  const quotes = facts.flatMap(({ text, quotes }) => (text.includes(path.replace('docs/', "'")) ? quotes : []));
  return quotes.flatMap((quote) => {
    const start = page.indexOf(quote);
    return start < 0 ? [] : [[start, start + quote.length, quote] as const];
  });
}
/** A recipe counts as soon as a test quotes it. */
const pages = readPages(['docs/guide/*.md', 'docs/concepts/*.md', 'docs/recipes/*.md']).filter(
  ({ path, text }) => !path.startsWith('docs/recipes/') || provenRanges(path, plain(text)).length > 0,
);

test.each(pages)('each number and each promise of $path is proven', ({ path, text }) => {
  const page = plain(text);
  const ranges = provenRanges(path, page);
  const open = sentencesOf(text).filter(({ text: sentence, example }) => {
    const numbers = numbersIn(sentence);
    const isShown = example !== '' && numbers.every((number) => example.includes(number));
    if (isShown && !isAbsolute(sentence)) return false;
    const start = page.indexOf(sentence);
    expect(start, sentence).toBeGreaterThanOrEqual(0);
    const claims = (quote: string): boolean => isAbsolute(quote) || numbers.some((number) => quote.includes(number));
    return !ranges.some(([from, to, quote]) => from < start + sentence.length && to > start && claims(quote));
  });
  expect(open.map((sentence) => sentence.text)).toEqual([]);
});
