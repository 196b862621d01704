import { expect, test } from 'vitest';
import { exchanges } from '../server/articles-server.ts';
import { parseFigures, readFigures } from './figures.ts';
import { gateRows } from './rows.ts';

const commit = 'a'.repeat(40);
const parse = (figures: object): unknown => parseFigures(JSON.stringify(figures));

test('the recorded file is valid, and the gate has twelve rows', () => {
  expect(readFigures().commit).toMatch(/^[0-9a-f]{40}$/);
  expect(Object.keys(gateRows)).toHaveLength(12);
  expect(Object.keys(readFigures().straight).sort()).toEqual(Object.keys(exchanges).sort());
});

test('figures without raised rows', () => {
  expect(parse({ commit, reason: 'Faster' })).toEqual({ commit, reason: 'Faster', raised: {}, straight: {} });
});

test.each<[object, string]>([
  [{ reason: 'x' }, '`commit` must be a whole hash.'],
  [{ commit: 'a'.repeat(8), reason: 'x' }, '`commit` must be a whole hash.'],
  [{ commit: 'main', reason: 'x' }, '`commit` must be a whole hash.'],
  [{ commit }, 'the commit must have a reason.'],
  [{ commit, reason: ' ' }, 'the commit must have a reason.'],
  [{ commit, reason: 'x', rows: {} }, 'unknown member "rows".'],
  [
    { commit, reason: 'x', raised: { negotiat: { ratio: 2, reason: 'x' } } },
    'the gate does not have a row "negotiat".',
  ],
  [{ commit, reason: 'x', raised: { negotiate: { ratio: 2 } } }, '"negotiate" must have a reason.'],
  [{ commit, reason: 'x', raised: { negotiate: { ratio: 1, reason: 'x' } } }, 'must be above 1.'],
  [{ commit, reason: 'x', raised: { negotiate: { reason: 'x' } } }, 'must be above 1.'],
  [{ commit, reason: 'x', straight: { update: 1.3 } }, 'no exchange is named "update".'],
  [{ commit, reason: 'x', straight: { create: 0 } }, 'must be above 0.'],
])('%j is rejected', (figures, message) => {
  expect(() => parse(figures)).toThrow(`gate.json: `);
  expect(() => parse(figures)).toThrow(message);
});
