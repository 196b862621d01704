import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toOne } from '../schema/relationship.ts';
import { resourceType } from '../schema/resource-type.ts';
import { createQueryErrors } from './query-errors.ts';
import { defaultQueryLimits } from './query-limits.ts';
import { parseSort } from './sort.ts';

const sortable = attribute(z.string(), { sort: true });
const api = defineApi({
  articles: {
    attributes: {
      title: sortable,
      createdAt: sortable,
      'first-name': sortable,
      constructor: sortable,
      body: z.string(),
    },
    relationships: { author: toOne('articles') },
  },
});
function read(value: string) {
  const errors = createQueryErrors();
  const sort = parseSort(api, resourceType(api, 'articles'), value, { ...defaultQueryLimits, sortFields: 3 }, errors);
  return { sort, issues: errors.errors };
}

describe('parseSort', () => {
  test.each<[row: string, value: string, keys: string[]]>([
    ['SRT-04: ascending', 'title', ['title']],
    ['SRT-04: descending', '-title', ['-title']],
    ['the id', '-id', ['-id']],
    ['SRT-03: in the order given', 'createdAt,-title', ['createdAt', '-title']],
    ['a hyphen inside a name is part of it', '-first-name,title', ['-first-name', 'title']],
    ['SRT-08: a repeated field keeps its first position', 'title,createdAt,-title', ['title', 'createdAt']],
    ['a name that objects inherit is a name like others', 'constructor', ['constructor']],
  ])('%s: %s', (_, value, keys) => {
    const { sort = [], issues } = read(value);
    expect(issues).toEqual([]);
    expect(sort.map(({ field, descending }) => (descending ? `-${field}` : field))).toEqual(keys);
    expect([sort, ...sort].every(Object.isFrozen)).toBe(true);
  });

  test.each([
    ['AMB-15: no field', ''],
    ['an attribute that is not for sorting', 'body'],
    ['SRT-05: an unknown field', 'unknown'],
    ['SRT-05: one unknown field among others', 'title,unknown'],
    ['a relationship', 'author'],
    ['SRT-02: a path through a relationship that is not for sorting', 'author.title'],
    ['a hyphen alone', '-'],
    ['two hyphens', '--title'],
    ['a plus sign', '+title'],
    ['a plus sign, decoded', ' title'],
    ['an empty name', 'title,'],
    ['another case', 'TITLE'],
    ['a prototype name', 'toString'],
    ['a prototype name', '-__proto__'],
    ['too many fields', 'title,createdAt,-first-name,constructor'],
  ])('SRT-05: rejects %s: %j', (_, value) => {
    expect(read(value).issues).toEqual([
      expect.objectContaining({ status: '400', code: 'SORT_NOT_SUPPORTED', source: { parameter: 'sort' } }),
    ]);
  });

  test('says so when no field is named', () => {
    expect(read('').issues.map(({ detail }) => detail)).toEqual(['`sort` must contain one or more fields.']);
  });

  test('reports every field that cannot be sorted by', () => {
    expect(read('x,title,-y').issues.map(({ detail }) => detail)).toEqual([
      'Type "articles" cannot be sorted by "x". Supported: `id`, `title`, `createdAt`, `first-name`, `constructor`.',
      'Type "articles" cannot be sorted by "y". Supported: `id`, `title`, `createdAt`, `first-name`, `constructor`.',
    ]);
  });
});
