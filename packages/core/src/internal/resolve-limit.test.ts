import { describe, expect, test } from 'vitest';
import { blog } from '../../test/blog.ts';
import { parseQuery } from '../query/parse-query.ts';
import { defaultQueryLimits } from '../query/query-limits.ts';
import { defaultDocumentLimits } from '../requests/parse/document-limits.ts';
import { parseCreate, parseCreateAsync } from '../requests/parse/parse-create.ts';
import { parseLinkage } from '../requests/parse/parse-linkage.ts';
import { parseUpdate, parseUpdateAsync } from '../requests/parse/parse-update.ts';
import { validateDocument } from '../validate/validate-document.ts';
import { resolveLimit } from './resolve-limit.ts';

const wrong: readonly unknown[] = [Number.NaN, -1, 0.5, Number.NEGATIVE_INFINITY, 2 ** 53, '10', 10n, null, [], {}];

test.each([
  [undefined, 7],
  [0, 0],
  [12, 12],
  [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
])('%s is the limit %s', (given, limit) => {
  expect(resolveLimit('bytes', given, 7)).toBe(limit);
});

test.each(wrong)('%s is not a limit', (given) => {
  expect(() => resolveLimit('bytes', given as never, 7)).toThrow(
    /^The limit `bytes` must be a whole number of 0 or more, or Infinity, but it is .+\.$/,
  );
});

describe('every limit is checked when the function is called', () => {
  const article = { data: { type: 'articles', id: '1' } };
  const functions: readonly (readonly [string, Iterable<string>, (limits: object) => unknown])[] = [
    ['parseQuery', Object.keys(defaultQueryLimits), (limits) => parseQuery(blog, 'articles', '', { limits })],
    ['parseCreate', Object.keys(defaultDocumentLimits), (limits) => parseCreate(blog, 'articles', article, limits)],
    ['parseUpdate', Object.keys(defaultDocumentLimits), (limits) => parseUpdate(blog, 'articles', article, limits)],
    [
      'parseLinkage',
      Object.keys(defaultDocumentLimits),
      (limits) => parseLinkage(blog, 'articles', 'author', { data: null }, limits),
    ],
    ['validateDocument', ['maxIssues'], (limits) => validateDocument({ data: null }, limits)],
  ];
  const cases = functions.flatMap(([name, limits, call]) =>
    [...limits].map((limit) => [name, limit, `The limit \`${limit}\` must be a whole number`, call] as const),
  );
  test.each(cases)('%s %s', (_, limit, message, call) => {
    for (const given of wrong) expect(() => call({ [limit]: given })).toThrow(message);
  });

  test.each([
    ['parseCreateAsync', parseCreateAsync],
    ['parseUpdateAsync', parseUpdateAsync],
  ])('%s rejects', async (_, parse) => {
    await expect(parse(blog, 'articles', article, { depth: Number.NaN })).rejects.toThrow(
      '`depth` must be a whole number',
    );
  });
});
