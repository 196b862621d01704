import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { resourceType } from '../schema/resource-type.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { readFilter } from './filter-language.ts';
import type { FilterTerm } from './query.ts';
import { createQueryErrors } from './query-errors.ts';
import { defaultQueryLimits } from './query-limits.ts';

const on = { filter: true } as const;
/** Takes what other schemas reject: an infinite number, a date that is none. */
const anyButText: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => (typeof value === 'string' ? { issues: [{ message: 'text' }] } : { value }),
  },
};
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
        z.string().refine((text) => (text === 'asked' ? Promise.resolve(true) : true)),
        on,
      ),
      subtitle: attribute(z.string().nullable(), on),
      seenAt: attribute(z.union([z.date(), z.literal(false)]), on),
      odd: attribute(anyButText, on),
      perhaps: attribute(z.number().optional(), on),
      any: attribute(z.union([z.string(), z.number(), z.boolean()]), on),
      constructor: attribute(z.string(), on),
      body: z.string(),
    },
    relationships: {
      author: toOne('people', on),
      tags: toMany(['tags'], on),
      related: toMany('articles', on),
      editor: toOne('people'),
      on: toOne(['articles', 'tags'], on),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on), age: attribute(z.number(), on), email: z.string() },
    relationships: { employer: toOne('people', on), articles: toMany('articles') },
  },
  tags: { attributes: { label: attribute(z.string(), on) } },
});
const limits = { ...defaultQueryLimits, filterValueLength: 20 };

function read(brackets: string[], value: string, valuesLeft = 50) {
  const errors = createQueryErrors();
  const setup = { api, type: resourceType(api, 'articles'), limits: { ...limits, filterValues: valuesLeft }, errors };
  const [term] = readFilter(setup, [{ parameter: 'as sent', brackets, value }]) as readonly FilterTerm[];
  return { term, issues: errors.errors };
}

describe('parseFilter', () => {
  test.each<[row: string, brackets: string[], value: string, term: FilterTerm]>([
    ['text', ['title'], 'JSON', { field: 'title', operator: 'eq', values: ['JSON'] }],
    ['any of several strings', ['title'], 'a,b', { field: 'title', operator: 'eq', values: ['a', 'b'] }],
    ['a text given twice', ['title'], 'a,b,a', { field: 'title', operator: 'eq', values: ['a', 'b'] }],
    ['empty strings among others', ['title'], ',a,', { field: 'title', operator: 'eq', values: ['', 'a'] }],
    [
      'QRY-07: text with a comma, which the form encoding alone would not tell from a separator',
      ['title'],
      'a\\,b',
      { field: 'title', operator: 'eq', values: ['a,b'] },
    ],
    ['text with a backslash', ['title'], 'a\\\\,b', { field: 'title', operator: 'eq', values: ['a\\', 'b'] }],
    ['a needless backslash', ['title'], '\\a\\"', { field: 'title', operator: 'eq', values: ['a"'] }],
    ['a backslash at the end', ['title'], 'a\\', { field: 'title', operator: 'eq', values: ['a\\'] }],
    ['any of several numbers', ['words'], '7,-1', { field: 'words', operator: 'eq', values: [7, -1] }],
    ['a number with an exponent', ['words'], '1.5e3', { field: 'words', operator: 'eq', values: [1500] }],
    ['a zero without its sign', ['words'], '-0,0', { field: 'words', operator: 'eq', values: [0] }],
    ['the same number twice', ['words'], '7,7.0', { field: 'words', operator: 'eq', values: [7] }],
    ['null or a number', ['rating'], 'null,7', { field: 'rating', operator: 'eq', values: [null, 7] }],
    ['null of a text', ['subtitle'], 'null', { field: 'subtitle', operator: 'eq', values: [null] }],
    ['null of a text, in a list', ['subtitle'], 'a,null', { field: 'subtitle', operator: 'eq', values: ['a', null] }],
    ['the text null', ['subtitle'], '\\null', { field: 'subtitle', operator: 'eq', values: ['null'] }],
    ['the text null where null is none', ['title'], 'null', { field: 'title', operator: 'eq', values: ['null'] }],
    [
      'the text null with an order',
      ['subtitle', 'gt'],
      'null',
      { field: 'subtitle', operator: 'gt', values: ['null'] },
    ],
    ['text with an order, as it is', ['title', 'gt'], 'a,\\b', { field: 'title', operator: 'gt', values: ['a,\\b'] }],
    [
      'what the schema takes as text is text',
      ['any'],
      '7,true',
      { field: 'any', operator: 'eq', values: ['7', 'true'] },
    ],
    [
      'a date for a schema of dates',
      ['seenAt', 'lt'],
      '2026-01-01T00:00:00Z',
      { field: 'seenAt', operator: 'lt', values: [new Date('2026-01-01T00:00:00Z')] },
    ],
    [
      'a day is its beginning in UTC',
      ['seenAt'],
      '2026-01-01',
      { field: 'seenAt', operator: 'eq', values: [new Date('2026-01-01T00:00:00Z')] },
    ],
    ['a path', ['author.name'], 'Ada', { field: 'author.name', operator: 'eq', values: ['Ada'] }],
    ['a path, typed', ['author.age', 'ge'], '7', { field: 'author.age', operator: 'ge', values: [7] }],
    [
      'a path of three steps',
      ['author.employer.name'],
      'x',
      { field: 'author.employer.name', operator: 'eq', values: ['x'] },
    ],
    ['a path through to-many', ['tags.label'], 'x,y', { field: 'tags.label', operator: 'eq', values: ['x', 'y'] }],
    [
      'a path to a relationship',
      ['author.employer'],
      '1,2',
      { field: 'author.employer', operator: 'eq', values: ['1', '2'] },
    ],
    [
      'a path back to the same type',
      ['related.related.title'],
      'x',
      { field: 'related.related.title', operator: 'eq', values: ['x'] },
    ],
    ['FIL-02: an id that reads null', ['author'], '\\null', { field: 'author', operator: 'eq', values: ['null'] }],
    ['an empty relationship', ['author'], 'null', { field: 'author', operator: 'eq', values: [null] }],
    ['an id or an empty relationship', ['author'], '1,null', { field: 'author', operator: 'eq', values: ['1', null] }],
    ['a relationship that is not empty', ['tags', 'ne'], 'null', { field: 'tags', operator: 'ne', values: [null] }],
    ['has', ['tags', 'exists'], 'true', { field: 'tags', operator: 'ne', values: [null] }],
    ['has none', ['tags', 'exists'], 'false', { field: 'tags', operator: 'eq', values: [null] }],
    ['no value', ['rating', 'exists'], 'false', { field: 'rating', operator: 'eq', values: [null] }],
    ['the id', ['id'], '1,2', { field: 'id', operator: 'eq', values: ['1', '2'] }],
    ['not these ids', ['id', 'ne'], '1', { field: 'id', operator: 'ne', values: ['1'] }],
    ['an id that reads null without a backslash', ['id'], 'null', { field: 'id', operator: 'eq', values: ['null'] }],
    ['the id behind a path', ['author.id'], '1', { field: 'author.id', operator: 'eq', values: ['1'] }],
    ['in', ['words', 'in'], '7,8', { field: 'words', operator: 'eq', values: [7, 8] }],
    ['ne', ['words', 'ne'], '7,8', { field: 'words', operator: 'ne', values: [7, 8] }],
    ['ne null', ['rating', 'ne'], 'null', { field: 'rating', operator: 'ne', values: [null] }],
    ['between', ['words', 'between'], '1,7', { field: 'words', operator: 'between', values: [1, 7] }],
    [
      'between a value and itself',
      ['words', 'between'],
      '7,7',
      { field: 'words', operator: 'between', values: [7, 7] },
    ],
    [
      'contains, as it is',
      ['title', 'contains'],
      'a,\\%_',
      { field: 'title', operator: 'contains', values: ['a,\\%_'] },
    ],
    [
      'a part of a value',
      ['createdAt', 'startsWith'],
      '2026-',
      { field: 'createdAt', operator: 'startsWith', values: ['2026-'] },
    ],
    ['endsWith', ['state', 'endsWith'], 'ft', { field: 'state', operator: 'endsWith', values: ['ft'] }],
    ['iEq', ['title', 'iEq'], 'A,b', { field: 'title', operator: 'iEq', values: ['A', 'b'] }],
    ['iContains', ['title', 'iContains'], 'A', { field: 'title', operator: 'iContains', values: ['A'] }],
    [
      'the last day of a leap year',
      ['seenAt'],
      '2024-02-29',
      { field: 'seenAt', operator: 'eq', values: [new Date('2024-02-29T00:00:00Z')] },
    ],
    [
      'a time without seconds',
      ['seenAt'],
      '2026-03-01T00:30Z',
      { field: 'seenAt', operator: 'eq', values: [new Date('2026-03-01T00:30:00Z')] },
    ],
    ['FIL-02: ids of several types', ['on'], '1', { field: 'on', operator: 'eq', values: ['1'] }],
    ['FIL-02: an id with a comma', ['tags'], '1\\,2', { field: 'tags', operator: 'eq', values: ['1,2'] }],
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
    expect(result).toEqual({ term, issues: [] });
    expect([result.term, result.term?.values].every(Object.isFrozen)).toBe(true);
  });

  test.each<[row: string, brackets: string[], value: string]>([
    ['empty brackets', [''], 'x'],
    ['three pairs of brackets', ['words', 'lt', 'x'], '7'],
    ['an unknown operator', ['words', 'like'], '7'],
    ['an operator in capitals', ['words', 'LT'], '7'],
    ['an empty operator', ['words', ''], '7'],
    ['a prototype name for an operator', ['words', 'constructor'], '7'],
    ['an unknown field', ['unknown'], 'x'],
    ['an attribute that is not for filtering', ['body'], 'x'],
    ['a relationship that is not for filtering', ['editor'], '9'],
    ['a path to a field that the target lacks', ['author.title'], 'x'],
    ['a path to an attribute that is not for filtering', ['author.email'], 'x'],
    ['a path to a relationship that is not for filtering', ['author.articles'], '1'],
    ['a path through a relationship that is not for filtering', ['editor.name'], 'x'],
    ['a path through an attribute', ['title.name'], 'x'],
    ['a path through several types', ['on.title'], 'x'],
    ['a path that is too long', ['author.employer.employer.name'], 'x'],
    ['a path that ends in an empty name', ['author.'], 'x'],
    ['a path through a prototype name', ['constructor.name'], 'x'],
    ['a path to a prototype name', ['author.constructor'], 'x'],
    ['a path through __proto__', ['author.__proto__.name'], 'x'],
    ['a path to a relationship with an operator', ['author.employer', 'gt'], '1'],
    ['the id with an order', ['id', 'gt'], '1'],
    ['the existence of an id', ['id', 'exists'], 'true'],
    ['an empty id', ['id'], ''],
    ['a part of a number', ['words', 'contains'], '7'],
    ['a part of a boolean', ['public', 'contains'], 't'],
    ['a part of a date', ['seenAt', 'startsWith'], '2026'],
    ['a part of a relationship', ['author', 'contains'], '1'],
    ['between with one value', ['words', 'between'], '1'],
    ['between with three values', ['words', 'between'], '1,2,3'],
    ['a prototype name for a field', ['toString'], 'x'],
    ['a relationship with an operator', ['author', 'lt'], '9'],
    ['a relationship without an id', ['author'], ''],
    ['a relationship with an empty id', ['author'], '9,'],
    ['a text that is too long', ['title'], 'x'.repeat(21)],
    ['an id that is too long', ['author'], `1,${'x'.repeat(21)}`],
  ])('rejects %s: %j=%s', (_, brackets, value) => {
    expect(read(brackets, value).issues).toEqual([
      expect.objectContaining({ status: '400', code: 'FILTER_NOT_SUPPORTED', source: { parameter: 'as sent' } }),
    ]);
  });

  test.each<[row: string, field: string, value: string]>([
    ['text for a number', 'words', 'many'],
    ['nothing for a number', 'words', ''],
    ['a number without digits', 'words', '.'],
    ['a number that is none', 'words', '1e999'],
    ['a date without a zone', 'seenAt', '2026-01-01T00:00'],
    ['a day that is none', 'seenAt', '2026-13-01'],
    ['a day that the month does not have', 'seenAt', '2026-02-29'],
    ['a time of a day that the month does not have', 'seenAt', '2026-04-31T12:00:00Z'],
    ['an hour that is none', 'seenAt', '2026-01-01T25:00Z'],
    ['no finite number, whatever the schema takes', 'odd', '1e999'],
    ['no day, whatever the schema takes', 'odd', '2026-13-01'],
    ['no hour, whatever the schema takes', 'odd', '2026-01-01T25:00Z'],
    ['text, where nothing would do', 'perhaps', 'many'],
    ['one of several', 'words', '1,x,2'],
    ['several with an order', 'words.gt', '1,2'],
    ['a path to another kind of value', 'author.age', 'old'],
    ['null with an escape', 'rating', '\\null'],
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
  ])('rejects %s: %s=%j', (_, field, value) => {
    const brackets = field.endsWith('.gt') ? field.split('.') : [field];
    expect(read(brackets, value).issues).toEqual([
      expect.objectContaining({ status: '400', code: 'FILTER_VALUE_INVALID', source: { parameter: 'as sent' } }),
    ]);
  });

  test('a filter with too many brackets is told what a filter looks like', () => {
    expect(read(['a', 'b', 'c'], 'x').issues[0]?.detail).toBe(
      'A filter must have the form `filter[field]`, `filter[field][operator]`, or `filter`.',
    );
  });

  test('a value may be as long as the limit', () => {
    expect(read(['title'], 'x'.repeat(20)).issues).toEqual([]);
    expect(read(['author'], `${'x'.repeat(20)},${'y'.repeat(20)}`).issues).toEqual([]);
  });

  test('there may be as many values as are left, whether of an attribute or of a relationship', () => {
    for (const field of ['title', 'author']) {
      expect(read([field], 'a,b', 2).issues).toEqual([]);
      expect(read([field], 'a,b,a', 2).issues).toEqual([expect.objectContaining({ code: 'FILTER_NOT_SUPPORTED' })]);
    }
  });

  test('the number of values is reported by what the operator requires', () => {
    expect(read(['words', 'between'], '1').issues.map(({ detail }) => detail)).toEqual([
      'A filter with the operator "between" must have two values, separated by a comma.',
    ]);
  });

  test('every value that is wrong is reported', () => {
    expect(read(['words'], 'x,7,y').issues.map(({ detail }) => detail)).toEqual([
      '"x" is not a valid value for `words`.',
      '"y" is not a valid value for `words`.',
    ]);
  });

  test.each([
    ['a field', 'titel', 'Did you mean `title`?'],
    ['a step', 'autor.name', 'Did you mean `author`?'],
    ['a field behind a step', 'author.nmae', 'Did you mean `author.name`?'],
    ['a relationship at the end', 'author.employr', 'Did you mean `author.employer`?'],
    ['nothing near', 'publisher', undefined],
    ['a near name that is not for filtering', 'bodi', undefined],
    ['a near name behind a step that is not for filtering', 'author.emial', undefined],
    ['a near relationship that is not for filtering', 'editr', undefined],
    ['a near relationship that leads to several types', 'om.title', undefined],
  ])('suggests %s: %s', (_, field, suggestion) => {
    const detail = `Type "articles" cannot be filtered by "${field}".${suggestion === undefined ? '' : ` ${suggestion}`}`;
    expect(read([field], 'x').issues.map((issue) => issue.detail?.replace(/ Supported: .*/, ''))).toEqual([detail]);
  });

  test.each([
    [
      'titel',
      '`id`, `title`, `words`, `public`, `state`, `rating`, `createdAt`, `year`, `later`, `subtitle`, and 9 more',
    ],
    ['author.x', '`author.id`, `author.name`, `author.age`, `author.employer`'],
    ['x.name', '`author.…`, `tags.…`, `related.…`'],
  ])('a rejected field names what is supported: %s', (field, names) => {
    expect(read([field], 'x').issues[0]?.detail).toContain(` Supported: ${names}.`);
  });

  test('a rejected operator names what the field supports', () => {
    expect(read(['words', 'contains'], '7').issues[0]?.detail).toBe(
      '`words` cannot be filtered with the operator "contains". Supported: `eq`, `ne`, `lt`, `le`, `gt`, `ge`, `between`, `in`, `exists`.',
    );
  });

  test('a name that is not for filtering gets the answer of one that does not exist', () => {
    const [hidden, missing] = ['body', 'none'].map((field) => read([field], 'x').issues[0]?.detail);
    expect(hidden?.replace('body', 'none')).toBe(missing);
  });

  test('a schema that answers with a promise is a mistake of the declaration', () => {
    expect(() => read(['later'], 'asked')).toThrow(TypeError);
    const declare = (title: StandardSchema) => defineApi({ notes: { attributes: { title: attribute(title, on) } } });
    for (const schema of [z.string().refine(async () => true), z.enum(['a']).refine(async () => true)])
      expect(() => declare(schema)).toThrow(
        'defineApi: attribute `notes.title` must not have the option `filter`, because its schema is asynchronous.',
      );
  });
});
