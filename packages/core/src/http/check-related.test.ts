import { expect, test } from 'vitest';
import { shop } from '../../test/http-requests.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { parseLinkage } from '../requests/parse/parse-linkage.ts';
import { checkRelated } from './check-related.ts';

const person = (id: string) => ({ type: 'people', id });
const existing = (_type: string, ids: readonly string[]) => ids.filter((id) => id === '1');

function pointersOf(run: () => void): readonly unknown[] {
  try {
    run();
    return [];
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return [error.status, ...error.errors.map(({ source }) => source?.pointer)];
  }
}

test('every missing resource has its pointer in the document', () => {
  const relationships = { author: person('2'), editors: [person('1'), person('3')], origin: null };
  expect(pointersOf(() => checkRelated({ type: 'articles', relationships }, existing))).toEqual([
    404,
    '/data/relationships/author/data',
    '/data/relationships/editors/data/1',
  ]);
  const linkage = parseLinkage(shop, 'articles', 'editors', { data: [person('1'), person('1'), person('2')] });
  expect(pointersOf(() => checkRelated({ linkage }, existing))).toEqual([404, '/data/2']);
});

test('the resource itself and local ids are not asked for, and each type once', () => {
  const asked: unknown[] = [];
  const relationships = { author: { type: 'people', lid: 'a' }, editors: [person('1'), person('1'), person('7')] };
  const input = { type: 'people', id: '7', relationships };
  const find: typeof existing = (...call) => {
    asked.push(call);
    return existing(...call);
  };
  const errors = pointersOf(() => checkRelated(input, find));
  expect([errors, asked]).toEqual([[], [['people', ['1']]]]);
});

test('waits for promises', async () => {
  const checking = checkRelated({ linkage: person('2') }, async () => []);
  await expect(checking).rejects.toMatchObject({ errors: [{ code: 'RELATED_RESOURCE_NOT_FOUND' }] });
});
