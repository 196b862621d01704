import { expect, test } from 'vitest';
import { mistakesOf, valueOfField, withField } from '../page/state/form.ts';
import { type Json, parseJson } from '../page/state/json.ts';
import type { KnownField, KnownType } from '../page/state/knowledge.ts';
import { shapeOf, wordsOf } from '../page/state/schema.ts';
import { mistakeIn } from '../page/state/schema-mistakes.ts';

test.each<[Json | undefined, string, boolean]>([
  [{ type: 'string' }, 'text', false],
  [{ type: ['string', 'null'] }, 'text', true],
  [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'date', true],
  [{ type: 'integer' }, 'integer', false],
  [{ type: 'number' }, 'number', false],
  [{ type: 'boolean' }, 'boolean', false],
  [{ enum: ['a', 'b'] }, 'enum', false],
  [{ enum: ['a', null] }, 'enum', true],
  [{ const: 1 }, 'enum', false],
  [{ enum: [{}] }, 'text', false],
  [{ type: 'array' }, 'json', false],
  [{ type: ['string', 'number'] }, 'json', false],
  [{ oneOf: [{ type: 'string' }, { type: 'number' }] }, 'json', false],
  [undefined, 'text', false],
])('the control for %j is %s (null: %s)', (schema, kind, isNullable) => {
  expect(shapeOf(schema)).toMatchObject({ kind, isNullable });
});

const nested: Json = {
  type: 'array',
  items: { type: 'object', properties: { a: { type: 'integer' } }, required: ['a'] },
};

test.each<[Json, Json, string | undefined]>([
  [{ type: 'string' }, 5, 'must be a text'],
  [{ type: 'integer' }, 1.5, 'must be a whole number'],
  [{ type: 'integer', minimum: 0 }, -1, 'must be at least 0'],
  [{ type: 'number', exclusiveMaximum: 1 }, 1, 'must be less than 1'],
  [{ type: 'number', multipleOf: 0.1 }, 0.3, undefined],
  [{ type: 'number', multipleOf: 0.1 }, 0.35, 'must be a multiple of 0.1'],
  [{ type: 'string', maxLength: 2 }, '🙂🙂', undefined],
  [{ type: 'string', minLength: 1 }, '', 'must have at least this number of characters: 1'],
  [{ enum: ['a', 'b'] }, 'c', 'must be one of "a", "b"'],
  [{ anyOf: [{ type: 'string', maxLength: 1 }, { type: 'null' }] }, null, undefined],
  [
    { anyOf: [{ type: 'null' }, { type: 'string', maxLength: 1 }] },
    'ab',
    'must have at most this number of characters: 1',
  ],
  [{ type: 'string', format: 'date' }, '2026-02-30', 'must be of the format date'],
  [{ type: 'string', format: 'date-time' }, '2026-02-28T10:00:00Z', undefined],
  [{ type: 'string', format: 'email' }, 'a', 'must be of the format email'],
  [{ type: 'string', format: 'unknown' }, 'a', undefined],
  [nested, [{ a: 1 }, { a: 'x' }], 'item 2 "a" must be a whole number'],
  [nested, [{}], 'item 1 must have the member "a"'],
  [{ type: 'object', properties: {}, additionalProperties: false }, { b: 1 }, 'must not have the member "b"'],
  [{ allOf: [{ minimum: 3 }, { maximum: 5 }] }, 6, 'must be at most 5'],
  [true, 'anything', undefined],
  [{ $ref: '#/x' }, 5, undefined],
])('the schema %j and the value %j: %s', (schema, value, mistake) => {
  expect(mistakeIn(schema, value)).toBe(mistake);
});

test('a schema of many levels is checked up to a depth', () => {
  let [schema, value]: [Json, Json] = [{ type: 'string' }, 5];
  for (let level = 0; level < 5000; level++) [schema, value] = [{ items: schema }, [value]];
  expect(mistakeIn(schema, value)).toBeUndefined();
});

test('a schema in words', () => {
  const schema = { anyOf: [{ type: 'string', maxLength: 5, format: 'email' }, { type: 'null' }] };
  expect(wordsOf(schema)).toBe('a text, email, at most 5 characters or null');
});

function field(name: string, more: Partial<KnownField> = {}): KnownField {
  const common = { canInclude: false, canSort: false, operators: [], canWrite: true, required: false, targets: [] };
  return { name, kind: 'attribute', ...common, ...more };
}
const fields = [
  field('title', { schema: { type: 'string', minLength: 1 }, required: true }),
  field('words', { schema: { type: 'integer', minimum: 1 } }),
  field('author', { kind: 'to-one', targets: ['people'], required: true }),
  field('hidden', { canWrite: false, required: true }),
];
const type: KnownType = {
  ...{ name: 'articles', path: '/articles', methods: new Set<string>(), clientIds: false },
  fields: new Map(fields.map((it) => [it.name, it])),
};

test('a new resource must have the required fields, and an update does not', () => {
  const text = '{"data":{"type":"articles","attributes":{"words":0}}}';
  expect([...mistakesOf(type, text, true)]).toEqual([
    ['title', 'is required'],
    ['words', 'must be at least 1'],
    ['author', 'is required'],
  ]);
  expect([...mistakesOf(type, text, false)]).toEqual([['words', 'must be at least 1']]);
});

test('a member of another type is a mistake', () => {
  const text = '{"data":{"relationships":{"author":{"data":{"type":"comments","id":"1"}}}}}';
  expect(mistakesOf(type, text, false).get('author')).toBe('must be of the type people');
});

test('a form sets, changes, and removes fields, and keeps all other members', () => {
  const [title, , author] = fields as [KnownField, KnownField, KnownField];
  const text = '{"meta":{"a":1},"data":{"type":"articles","relationships":{"author":{"meta":{},"data":null}}}}';
  const withTitle = withField(text, title, 'x');
  expect(valueOfField(parseJson(withTitle), title)).toBe('x');
  expect(JSON.parse(withField(withTitle, author, { type: 'people', id: '1' }))).toEqual({
    meta: { a: 1 },
    data: {
      type: 'articles',
      attributes: { title: 'x' },
      relationships: { author: { meta: {}, data: { type: 'people', id: '1' } } },
    },
  });
  expect(valueOfField(parseJson(withField(withTitle, title, undefined)), title)).toBeUndefined();
  const proto = withField('{}', field('__proto__'), 1);
  expect(Object.hasOwn(JSON.parse(proto).data.attributes, '__proto__')).toBe(true);
});
