/** The README claims only what the page of the benchmarks says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { firstNumbers } from '../packages/internal/site/generator/first-numbers.ts';
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
const validating = tablesOf(page, 'Validating');

/** The rows that are neither Linkage nor what the ratios refer to. */
function librariesOf(ratios: Ratios): readonly (readonly [string, number])[] {
  const others = /^(Linkage|hand-written|JSON\.(parse|stringify)\b)/;
  return [...ratios].filter(([name]) => !others.test(name));
}

test('the page names the commit that was measured', () => {
  expect(page).toMatch(/^Measured at commit `[0-9a-f]{8}` on \S/m);
});

describe('the README', () => {
  test('shows the three numbers of the pages that measured them, as the first page of the site does', () => {
    for (const { number, text, page: source } of firstNumbers()) {
      expect(readme).toContain(`- **${number}** ${text}: [how](docs/${source.replace('.html', '.md')}).`);
    }
  });

  // A sentence about speed that is not listed here has no test.
  test('makes no other claim about speed', () => {
    const about = /\b(fast\w*|slow\w*|quick\w*|speed\w*|performance|times? (as|to|are|of)|per second|latency)\b/i;
    const claims = readme.split('\n').filter((line) => about.test(line.replaceAll(/[Ff]astify/g, '')));
    expect(claims).toEqual([expect.stringMatching(/^- \*\*1\.\d×\*\* the time of hand-written code/)]);
  });

  test('has at most 600 words beside its code', () => {
    const prose = readme.replaceAll(/^```[\s\S]*?^```$/gm, '');
    expect(prose.split(/\s+/).length).toBeLessThanOrEqual(600);
  });

  test.each([...writing, ...validating])('Linkage is the first of the libraries in: %s', (_, ratios) => {
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
});
