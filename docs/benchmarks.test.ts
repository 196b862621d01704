/** The README claims only what the page of the benchmarks says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../scripts/workspace.ts';

const page = readFileSync(join(root, 'docs/benchmarks.md'), 'utf8');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

/** The ratios of one table, by the name of the row. */
type Ratios = ReadonlyMap<string, number>;

/** Returns the cells of a row. */
function cellsOf(line: string): readonly string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

/** Returns the ratios of the tables of a section, by the heading of the table. */
function tablesOf(text: string, heading: string): ReadonlyMap<string, Ratios> {
  const section = text.split(/^## /m).find((it) => it.startsWith(`${heading}\n`));
  if (section === undefined) throw new Error(`docs/benchmarks.md does not have a section "${heading}".`);
  const tables = section.split(/^### /m).slice(1);
  return new Map(
    tables.map((table) => {
      const [title = '', ...lines] = table.split('\n');
      const rows = lines
        .filter((line) => line.startsWith('| '))
        .map(cellsOf)
        .slice(2);
      return [title, new Map(rows.map(([name = '', ratio]) => [name, Number(ratio)]))] as const;
    }),
  );
}

const writing = tablesOf(page, 'Writing: records to text');
const reading = tablesOf(page, 'Reading: text to linked objects');
const validating = tablesOf(page, 'Validating');

/** The rows that are neither Linkage nor what the ratios refer to. */
function librariesOf(ratios: Ratios): readonly (readonly [string, number])[] {
  const others = /^(Linkage|hand-written|JSON\.(parse|stringify)\b)/;
  return [...ratios].filter(([name]) => !others.test(name));
}

function ratioOf(tables: ReadonlyMap<string, Ratios>, title: string, row: string): number {
  const ratio = tables.get(title)?.get(row);
  if (ratio === undefined) throw new Error(`docs/benchmarks.md does not have a row "${row}" in "${title}".`);
  return ratio;
}

test('the page names the commit that was measured', () => {
  expect(page).toMatch(/^Measured at commit `[0-9a-f]{8}` on \S/m);
});

describe('the README', () => {
  // A sentence about speed that is not listed here has no test.
  test('makes only the claims that these tests check', () => {
    const about = /\b(fast\w*|slow\w*|quick\w*|speed\w*|performance|times? (as|to|are)|per second|latency)\b/i;
    const claims = readme.split('\n').filter((line) => about.test(line.replaceAll(/[Ff]astify/g, '')));
    expect(claims.map((line) => line.split('|').slice(0, 2).join('|'))).toEqual([
      '- **Fast.** Linkage serializes and validates faster than all libraries it was compared with:',
      '| Time to write 100 articles with 520 included resources ',
      '| Time to read them ',
      'Times are relative to hand-written code, from [the benchmarks](docs/benchmarks.md). An empty cell means not applicable, or not known.',
    ]);
  });

  test.each([...writing, ...validating])('"faster than all libraries" holds for: %s', (_, ratios) => {
    const linkage = ratios.get('Linkage');
    if (linkage === undefined) {
      expect(librariesOf(ratios)).toEqual([]);
      return;
    }
    expect(librariesOf(ratios).filter(([, ratio]) => !(ratio > linkage))).toEqual([]);
  });

  test('was compared with libraries', () => {
    const names = [...writing.values()].flatMap((ratios) => librariesOf(ratios).map(([name]) => name));
    expect(new Set(names).size).toBeGreaterThanOrEqual(5);
    expect([...validating.values()].some((ratios) => librariesOf(ratios).length > 0)).toBe(true);
  });

  test.each<[string, ReadonlyMap<string, Ratios>, string]>([
    [
      'Time to write 100 articles with 520 included resources',
      writing,
      '100 articles, each with author and 5 comments, 520 resources included',
    ],
    ['Time to read them', reading, 'The text of (b) to plain objects'],
  ])('the row "%s" has the ratios of the page', (name, tables, title) => {
    const lines = readme.split('\n').filter((line) => line.startsWith('|'));
    const head = cellsOf(lines.find((line) => line.startsWith('| | Linkage')) ?? '').map((cell) =>
      cell.replace(/^\[(.*?)\].*/, '$1'),
    );
    const [, ...cells] = cellsOf(lines.find((line) => line.startsWith(`| ${name} |`)) ?? '');
    const stated = cells.flatMap((cell, index) => (cell === '' ? [] : [[head[index + 1] ?? '', cell] as const]));
    expect(stated.length).toBeGreaterThan(3);
    for (const [library, cell] of stated) {
      const row =
        library === 'Hand-written' ? 'hand-written' : `${library}${cell.endsWith(', copies') ? ' (copies)' : ''}`;
      expect(cell.replace(', copies', ''), library).toBe(ratioOf(tables, title, row).toFixed(1));
    }
  });
});
