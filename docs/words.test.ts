/** The words of CONTRIBUTING.md: no page, name, or comment has a word that the table replaces. */
import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const contributing = 'docs/CONTRIBUTING.md';
const table = readFileSync(contributing, 'utf8').split('| Word | Not |')[1]?.split('\n\n')[0] ?? '';
const rows = [...table.matchAll(/^\|[^|]+\| (?<others>[a-z ,]+) \|$/gm)];
const forbidden = rows.flatMap(({ groups }) => (groups?.['others'] ?? '').split(', '));

/** Where a word is that of others: of a framework, an operating system, a token, or an example. */
const allowed: Readonly<Record<string, RegExp>> = {
  payload: /^(?!.*(\/\/|\/\*\*|^ \*)).*\bpayload\b|lambda|cursor-text|fastify|prisma/,
  relate: /relate (to|them)\b/,
  refused: /connection refused|ECONN/,
  catalog: /large-api/,
  texts: /allInnerTexts/,
  edge: /edge (runtime|host|platform)|edge runtimes|#edge|dge and embedded|(and|at) the edge|libsql|common-schemas/i,
  edges: /architecture\.test|circles/,
  scope: /:scope|'scope'|scope(="|: (null|param|'\/))|the scope `@|without a scope|run-declaration|core_config_data/,
};
/** A word of its own, or a part of a name such as `isCaller`. */
const patternOf = (word: string): string => `(?<![A-Za-z_])${word}|${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** Generated from the list of requirements, which has its own words. */
const others =
  /docs\/(coverage|requirements|words\.test|CONTRIBUTING)|conformance\/src\/clauses\/|node_modules|fixtures/;
const files = globSync(['README.md', '{docs,scripts,packages}/**/*.{md,ts,tsx,mjs}'], {
  exclude: (path) => /node_modules$|^dist$/.test(String(path)),
}).filter((path) => !others.test(path));

describe('words', () => {
  test('the table has words to replace', () => {
    expect([forbidden.length, files.length]).toEqual([21, expect.toSatisfy((count: number) => count > 2500)]);
  });

  test('no file has a word that the table replaces', () => {
    const pattern = new RegExp(`(?<word>${forbidden.map(patternOf).join('|')})(?![a-z_])`, 'g');
    const found = files.flatMap((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          Array.from(line.matchAll(pattern), ({ groups }) => (groups?.['word'] ?? '').toLowerCase())
            .filter((word) => allowed[word]?.test(`${path} ${line}`) !== true)
            .map((word) => `${path}:${index + 1}: ${word}`),
        ),
    );
    expect(found, 'The table "Words" of docs/CONTRIBUTING.md has the words to use').toEqual([]);
  });
});
