import { describe, expect, test } from 'vitest';
import { englishMessages, type MessageKey } from './chapters/english-messages.ts';
import { commonMessages, fieldReasons, nameMessages, typeMessages } from './chapters/shared-messages.ts';
import { messageParts } from './error-values.ts';
import { errorOf, JsonApiError, rejection } from './json-api-error.ts';
import { found, type MessagePart, messagePart, nameList, suggestion, supported, typeList } from './message-part.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `n${at}`);
const unknown = errorOf('TYPE_UNKNOWN.type', { type: 'a' }, { parameter: 'fields[a]' }, [
  suggestion('nam', ['name']),
  undefined,
  supported(nameList(names(12))),
]);

test('an error has the members of its entry, and its sentences', () => {
  expect(JSON.parse(JSON.stringify(unknown))).toStrictEqual({
    status: '400',
    code: 'TYPE_UNKNOWN',
    title: 'Unknown resource type',
    detail:
      '"a" is not a resource type of this API. Did you mean `name`? Supported: `n0`, `n1`, `n2`, `n3`, `n4`, `n5`, `n6`, `n7`, `n8`, `n9`, and 2 more.',
    source: { parameter: 'fields[a]' },
  });
  const parts = messageParts(unknown) ?? [];
  const all = [unknown, unknown.source, parts, ...parts, ...parts.map(({ values }) => values)];
  expect(all.every(Object.isFrozen)).toBe(true);
});

test('the parts survive a copy and a `JsonApiError`, but not another text', () => {
  const parts = [
    { key: 'TYPE_UNKNOWN.type', values: { type: 'a' } },
    { key: 'common.didYouMean', values: { name: '`name`' } },
    { key: 'common.supported', values: { names: { key: 'names.more', values: { count: 2 } } } },
  ];
  const [thrown = {}] = new JsonApiError({ ...unknown, meta: { at: 1 } }).errors;
  for (const error of [unknown, { ...unknown }, thrown]) expect(messageParts(error)).toMatchObject(parts);
  for (const error of [{ ...unknown, detail: 'No.' }, JSON.parse(JSON.stringify(unknown)), {}])
    expect(messageParts(error)).toBe(undefined);
});

test('a rejection has the headers of its options', () => {
  const thrown = rejection('METHOD_NOT_ALLOWED.allowed', { methods: 'GET' }, undefined, { headers: { Allow: 'GET' } });
  expect([thrown.status, thrown.message, thrown.headers]).toEqual([
    405,
    'Allowed methods at this URL: GET.',
    { Allow: 'GET' },
  ]);
});

test.each<[string | MessagePart, string]>([
  [found([]), 'an empty array'],
  [found([1]), 'an array of 1 element'],
  [found([1, 2]), 'an array of 2 elements'],
  [found({}), 'an object'],
  [found(null), 'null'],
  [found('a"'), '"a\\""'],
  [nameList(['a', 'b'], '"'), '"a", "b"'],
  [typeList(['a']), '"a"'],
  [typeList(['a', 'b', 'c']), '"a" or "b" or "c"'],
  [typeList(names(11)), '"n0" or "n1" or "n2" or "n3" or "n4" or "n5" or "n6" or "n7" or "n8" or "n9" or 1 more'],
])('the phrase %o', (phrase, text) => {
  expect(typeof phrase === 'string' ? phrase : phrase.text).toBe(text);
});

test('a value is not read as a placeholder, and nothing is left of a message', () => {
  const error = errorOf('FIELD_UNKNOWN.field', { type: '{field}', field: '$& {type}' });
  expect(error.detail).toBe('Type "{field}" does not have a field "$& {type}".');
});

describe('the types', () => {
  test('an unknown message, and a missing or needless value, does not compile', () => {
    errorOf('FIELD_UNKNOWN.field', { type: 'a', field: 'b' });
    // @ts-expect-error: the text does not exist.
    expect(() => errorOf('FIELD_UNKNOWN.feild', { type: 'a', field: 'b' })).toThrow(TypeError);
    // @ts-expect-error: the status is not a message.
    expect(() => errorOf('FIELD_UNKNOWN.status', {})).toThrow(TypeError);
    // @ts-expect-error: `field` is missing.
    errorOf('FIELD_UNKNOWN.field', { type: 'a' });
    // @ts-expect-error: `name` is needless.
    errorOf('FIELD_UNKNOWN.field', { type: 'a', field: 'b', name: 'c' });
    // @ts-expect-error: the text has no placeholders.
    errorOf('NOT_FOUND.url', { type: 'a' });
    // @ts-expect-error: the reason must be a phrase.
    errorOf('FIELD_READ_ONLY.attribute', { name: 'a', reason: 'is read-only' });
    errorOf('FIELD_READ_ONLY.attribute', { name: 'a', reason: messagePart(fieldReasons, 'reason.readOnly', {}) });
    // @ts-expect-error: the key belongs to another table.
    expect(() => messagePart(nameMessages, 'types.more', { count: 1 })).toThrow(TypeError);
  });

  test('keys are the group and the name', () => {
    const keys: MessageKey[] = ['ATTRIBUTE_UNKNOWN.attribute', 'common.didYouMean', 'reason.weight'];
    expect(keys.every((key) => Object.hasOwn(englishMessages, key.split('.', 1).join()))).toBe(true);
    expect(englishMessages.reason).toMatchObject(fieldReasons.reason);
    expect(englishMessages).toMatchObject({ ...commonMessages, ...typeMessages });
  });
});
