import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { resourceType } from '../schema/resource-type.ts';
import { parseFilter } from './filter.ts';
import type { FilterTerm } from './query.ts';
import { defaultQueryLimits } from './query-limits.ts';

const on = { filter: true } as const;
const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), on),
      words: attribute(z.number(), on),
      public: attribute(z.boolean(), on),
      state: attribute(z.enum(['draft', 'done']), on),
      rating: attribute(z.number().nullable(), on),
      createdAt: attribute(z.iso.datetime(), on),
      year: attribute(z.string().transform(Number), on),
      later: attribute(
        z.string().refine(async () => true),
        on,
      ),
      constructor: attribute(z.string(), on),
      body: z.string(),
    },
    relationships: { author: toOne('articles', on), tags: toMany(['articles'], on), editor: toOne('articles') },
  },
});
const read = (brackets: string[], value: string) =>
  parseFilter(resourceType(api, 'articles'), brackets, value, 'as sent', {
    ...defaultQueryLimits,
    filterValueLength: 20,
  });

describe('parseFilter', () => {
  test.each<[row: string, brackets: string[], value: string, term: FilterTerm]>([
    ['text', ['title'], 'JSON', { field: 'title', operator: 'eq', values: ['JSON'] }],
    ['text with a comma', ['title'], 'a,b', { field: 'title', operator: 'eq', values: ['a,b'] }],
    ['empty text', ['title'], '', { field: 'title', operator: 'eq', values: [''] }],
    ['text that looks like a number', ['title'], '7', { field: 'title', operator: 'eq', values: ['7'] }],
    ['a number', ['words'], '7', { field: 'words', operator: 'eq', values: [7] }],
    ['a negative number with a fraction', ['words'], '-7.25', { field: 'words', operator: 'eq', values: [-7.25] }],
    ['true', ['public'], 'true', { field: 'public', operator: 'eq', values: [true] }],
    ['false', ['public'], 'false', { field: 'public', operator: 'eq', values: [false] }],
    ['null', ['rating'], 'null', { field: 'rating', operator: 'eq', values: [null] }],
    ['one of an enumeration', ['state'], 'draft', { field: 'state', operator: 'eq', values: ['draft'] }],
    ['what the schema makes of it', ['year'], '2026', { field: 'year', operator: 'eq', values: [2026] }],
    ['eq, spelled out', ['words', 'eq'], '7', { field: 'words', operator: 'eq', values: [7] }],
    ['lt', ['words', 'lt'], '7', { field: 'words', operator: 'lt', values: [7] }],
    ['le', ['words', 'le'], '7', { field: 'words', operator: 'le', values: [7] }],
    ['gt', ['words', 'gt'], '7', { field: 'words', operator: 'gt', values: [7] }],
    [
      'ge',
      ['createdAt', 'ge'],
      '2026-01-01T00:00:00Z',
      { field: 'createdAt', operator: 'ge', values: ['2026-01-01T00:00:00Z'] },
    ],
    ['FIL-02: an id of a to-one relationship', ['author'], '9', { field: 'author', operator: 'eq', values: ['9'] }],
    ['FIL-02: ids of a to-many relationship', ['tags'], '1,2', { field: 'tags', operator: 'eq', values: ['1', '2'] }],
    ['an id given twice', ['tags'], '1,2,1', { field: 'tags', operator: 'eq', values: ['1', '2'] }],
    [
      'ids that objects inherit',
      ['tags'],
      '__proto__,constructor',
      { field: 'tags', operator: 'eq', values: ['__proto__', 'constructor'] },
    ],
    ['a name that objects inherit', ['constructor'], 'x', { field: 'constructor', operator: 'eq', values: ['x'] }],
  ])('%s: %j=%s', (_, brackets, value, term) => {
    const result = read(brackets, value);
    expect(result).toEqual({ value: term });
    expect('value' in result && [result.value, result.value.values].every(Object.isFrozen)).toBe(true);
  });

  test.each<[row: string, brackets: string[], value: string]>([
    ['no brackets', [], 'x'],
    ['empty brackets', [''], 'x'],
    ['three pairs of brackets', ['words', 'lt', 'x'], '7'],
    ['an unknown operator', ['words', 'like'], '7'],
    ['an operator in capitals', ['words', 'LT'], '7'],
    ['an empty operator', ['words', ''], '7'],
    ['a prototype name for an operator', ['words', 'constructor'], '7'],
    ['an unknown field', ['unknown'], 'x'],
    ['an attribute that is not for filtering', ['body'], 'x'],
    ['a relationship that is not for filtering', ['editor'], '9'],
    ['a path', ['author.title'], 'x'],
    ['id', ['id'], '1'],
    ['a prototype name for a field', ['toString'], 'x'],
    ['a relationship with an operator', ['author', 'lt'], '9'],
    ['a relationship without an id', ['author'], ''],
    ['a relationship with an empty id', ['author'], '9,'],
    ['a text that is too long', ['title'], 'x'.repeat(21)],
    ['an id that is too long', ['author'], `1,${'x'.repeat(21)}`],
  ])('refuses %s: %j=%s', (_, brackets, value) => {
    expect(read(brackets, value)).toEqual({
      issues: [
        expect.objectContaining({ status: '400', code: 'FILTER_NOT_SUPPORTED', source: { parameter: 'as sent' } }),
      ],
    });
  });

  test.each<[row: string, field: string, value: string]>([
    ['text for a number', 'words', 'many'],
    ['nothing for a number', 'words', ''],
    ['a number with an exponent', 'words', '1e3'],
    ['a hexadecimal number', 'words', '0x10'],
    ['no number', 'words', 'NaN'],
    ['no finite number', 'words', 'Infinity'],
    ['a number with spaces', 'words', ' 7'],
    ['a number with a line feed', 'words', '7\n'],
    ['a number for a boolean', 'public', '1'],
    ['another case of true', 'public', 'True'],
    ['null where there is none', 'words', 'null'],
    ['outside the enumeration', 'state', 'lost'],
    ['no date', 'createdAt', 'yesterday'],
    ['JSON', 'words', '{"a":1}'],
  ])('refuses %s: %s=%j', (_, field, value) => {
    expect(read([field], value)).toEqual({
      issues: [
        expect.objectContaining({ status: '400', code: 'FILTER_VALUE_INVALID', source: { parameter: 'as sent' } }),
      ],
    });
  });

  test('a value may be as long as the limit', () => {
    expect(read(['title'], 'x'.repeat(20))).toHaveProperty('value');
    expect(read(['author'], `${'x'.repeat(20)},${'y'.repeat(20)}`)).toHaveProperty('value');
  });

  test('a schema that answers with a promise is a mistake of the declaration', () => {
    expect(() => read(['later'], 'x')).toThrow(TypeError);
  });
});
