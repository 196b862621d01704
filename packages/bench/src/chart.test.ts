import { expect, test } from 'vitest';
import { chart } from './chart.ts';

test('a bar that is too long for the picture has a gap, and says that it is cut', () => {
  const row = (name: string, ratio: number) => ({ name, cells: [], ratio });
  const text = chart([{ title: 'One', columns: [], rows: [row('a', 2), row('b', 16)], remarks: [] }]);
  expect(text.match(/<rect/g)).toHaveLength(3);
  expect(text).toContain('>16.0 (bar cut)<');
  expect(text).not.toContain('>2.00 (bar cut)<');
});

test('the picture is narrow enough for a phone, and breaks long titles', () => {
  const title = '100 articles, each with author and 5 comments, 520 resources included';
  const text = chart([
    { title, columns: [], rows: [{ name: 'json-api-serializer', cells: [], ratio: 16 }], remarks: [] },
  ]);
  expect(Number(/width="(\d+)"/.exec(text)?.[1])).toBeLessThanOrEqual(400);
  expect(text.match(/class="title"/g)).toHaveLength(2);
  const texts = [...text.matchAll(/<text (?:class="title" )?x="(\d+)" y="\d+"( text-anchor="end")?>([^<]*)</g)];
  expect(texts).toHaveLength(5);
  for (const [, x = '', isBefore, shown = ''] of texts) {
    // The average width of a letter of 14 px.
    const end = Number(x) + shown.length * (isBefore === undefined ? 7.2 : -7.2);
    expect(end, shown).toBeGreaterThanOrEqual(0);
    expect(end, shown).toBeLessThanOrEqual(400);
  }
});
