import type { PaginationStrategy } from '@linkage/core/http';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';

/** A server whose strategy returns this slice, the calls of its sources, and what `onError` received. */
function serving(slice: unknown, included = false) {
  const failures: string[] = [];
  const calls: string[] = [];
  const strategy = {
    names: ['place', 'most'],
    sizeName: 'most',
    read: () => ({ slice, neighbours: () => ({}) }),
  } as unknown as PaginationStrategy;
  const sources: AnyDocument = blogSources();
  for (const type of ['articles', 'people', 'comments']) {
    const source = sources[type];
    for (const name of ['list', 'related']) {
      const method = source[name];
      source[name] = (...given: readonly unknown[]) => {
        calls.push(`${type}.${name}`);
        return method.apply(source, given);
      };
    }
  }
  const server = createServer(blog, sources, {
    pagination: { strategy, ...(included ? { includedSize: 2 } : {}) },
    onError: (error) => void failures.push(String(error)),
  });
  return { server, failures, calls };
}

const urls = ['/articles', '/people/7/articles', '/people/7/relationships/articles'];
const good = { offset: 0, limit: 2 };

const wrong: readonly (readonly [string, unknown, string])[] = [
  ...[Number.NaN, -1, Number.POSITIVE_INFINITY, 0.5, '0', null, undefined, 2 ** 53, 1n].map(
    (offset) =>
      [`offset ${String(offset)}`, { ...good, offset }, '`offset` must be a whole number of 0 or more'] as const,
  ),
  ...[Number.NaN, -1, 0, Number.POSITIVE_INFINITY, 2.5, '2', null, undefined, 2 ** 53 - 1].map(
    (limit) => [`limit ${String(limit)}`, { ...good, limit }, '`limit` must be a whole number of 1 or more'] as const,
  ),
  ['positions that are not a boolean', { ...good, positions: 1 }, '`positions` must be a boolean'],
  ['an offset beside a position', { offset: 1, limit: 2, positions: true, after: 'a' }, '`offset` must be 0'],
  ['an offset beside positions', { offset: 1, limit: 2, positions: true }, '`offset` must be 0'],
  ['a position without positions', { ...good, before: 'a' }, '`positions` must be true'],
  ['null', null, 'must return a page'],
  ['a number', 5, 'must return a page'],
];

describe('a slice of a strategy', () => {
  test.each(wrong)('with %s is a 500 at every URL, and no source is called', async (_, slice, message) => {
    for (const url of urls) {
      const { server, failures, calls } = serving(slice);
      const { status, document } = await send(server, `GET ${url}`);
      expect([url, status, document.errors[0].code]).toEqual([url, 500, 'INTERNAL_ERROR']);
      expect(failures).toHaveLength(1);
      expect(failures[0]).toContain('The pagination strategy of `page[place]` and `page[most]`: read');
      expect(failures[0]).toContain(message);
      expect(calls).toEqual([]);
    }
  });

  test.each(wrong)('of an included relationship with %s is a 500', async (_, slice, message) => {
    const { server, failures } = serving(slice, true);
    expect((await send(server, 'GET /people/7?include=articles')).status).toBe(500);
    expect(failures[0]).toContain(message);
  });

  test('any slice is either a page or a 500 that names the strategy', async () => {
    const number = fc.oneof(fc.integer({ min: -2, max: 4 }), fc.double(), fc.constantFrom(undefined, null, '1', true));
    const any = fc.record(
      { offset: number, limit: number, positions: fc.constantFrom(true, false, undefined, 0) },
      { requiredKeys: [] },
    );
    const { document: all } = await send(serving({ offset: 0, limit: 100 }).server, 'GET /articles');
    const total = all.data.length;
    await fc.assert(
      fc.asyncProperty(any, async (slice) => {
        const { offset, limit, positions } = slice;
        const { server, failures } = serving(slice);
        const { status, document } = await send(server, 'GET /articles');
        const isGood =
          Number.isSafeInteger(offset) && Number(offset) >= 0 && Number.isSafeInteger(limit) && Number(limit) >= 1;
        const isPlaced = positions !== 0 && (positions !== true || offset === 0);
        if (isGood && isPlaced && typeof offset === 'number' && typeof limit === 'number') {
          expect([status, failures]).toEqual([200, []]);
          expect(document.data.length).toBe(Math.max(0, Math.min(limit, total - offset)));
        } else {
          expect([status, failures.length]).toEqual([500, 1]);
          expect(failures[0]).toContain('`page[place]` and `page[most]`');
        }
      }),
      { numRuns: Number(process.env['PROPERTY_RUNS'] ?? 60) },
    );
  });
});

test('a page number whose offset no source can count to is 400', async () => {
  const server = createServer(blog, blogSources(), { limits: { pageSizeMaximum: Number.POSITIVE_INFINITY } });
  const { status, document } = await send(server, 'GET /articles?page[number]=9999999999&page[size]=2147483646');
  expect([status, document.errors[0].source]).toEqual([400, { parameter: 'page[number]' }]);
});
