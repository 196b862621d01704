import { expect, test } from 'vitest';
import { closing, sent } from './client-checks.ts';

test('the client rejects what a schema rejects, and the server what only it knows', async () => {
  expect(Object.keys(await closing('2', 'x', '"old"'))).toEqual(['reason']);
  expect(sent).toEqual([]);
  expect(Object.keys(await closing('2', 'done', '"old"'))).toEqual(['If-Match']);
  expect(sent).toHaveLength(1);
});
