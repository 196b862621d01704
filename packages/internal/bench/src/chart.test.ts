import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { chart } from './chart.ts';

test('a bar that is too long for the picture has a gap, and says that it is cut', () => {
  const row = (name: string, ratio: number) => ({ name, cells: [], ratio });
  const text = chart([{ title: 'One', columns: [], rows: [row('a', 2), row('b', 16)], remarks: [] }]);
  expect(text.match(/<rect/g)).toHaveLength(3);
  expect(text).toContain('>16.0 (bar cut)<');
  expect(text).not.toContain('>2.00 (bar cut)<');
});

const read = (): string => readFileSync(join(root, 'docs/benchmarks.svg'), 'utf8');

test('the picture is narrow enough for a phone, and contains each text completely', () => {
  expect(Number(/width="(\d+)"/.exec(read())?.[1])).toBeLessThanOrEqual(400);
  const strings = [...read().matchAll(/<text (class="title" )?x="(\d+)" y="\d+"( text-anchor="end")?>([^<]*)</g)];
  expect(strings.length).toBeGreaterThan(60);
  for (const [, isBold, x = '', isBefore, shown = ''] of strings) {
    // The average width of a letter of 14 px.
    const length = shown.length * (isBold === undefined ? 6.8 : 8.4);
    const end = Number(x) + (isBefore === undefined ? length : -length);
    expect(end, shown).toBeGreaterThanOrEqual(0);
    expect(end, shown).toBeLessThanOrEqual(400);
  }
});
