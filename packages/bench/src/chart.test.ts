import { expect, test } from 'vitest';
import { chart } from './chart.ts';

test('a bar that is too long for the picture has a gap, and says that it is cut', () => {
  const row = (name: string, ratio: number) => ({ name, cells: [], ratio });
  const text = chart([{ title: 'One', columns: [], rows: [row('a', 2), row('b', 16)], remarks: [] }]);
  expect(text.match(/<rect/g)).toHaveLength(3);
  expect(text).toContain('>16.0 (bar cut)<');
  expect(text).not.toContain('>2.00 (bar cut)<');
});
