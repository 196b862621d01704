import { describe, expect, test } from 'vitest';
import { atomicExtension } from '../extensions/atomic/atomic-operations.ts';
import { plainCopy } from '../internal/plain-copy.ts';
import { defineExtension } from '../media-type/extension.ts';
import { validateDocument } from './validate-document.ts';

const broken = defineExtension({
  uri: 'https://example.com/broken',
  rules: [
    {
      id: 'broken',
      level: 'must',
      spec: 'https://example.com/broken',
      receiver: 'reject',
      statement: 'This rule is broken.',
      requirements: [],
      finish() {
        throw new RangeError('a mistake of the rule');
      },
    },
  ],
});

function throwing(): never {
  throw new Error('hostile');
}

/** A proxy that throws at the first read only. */
function moody(target: object): object {
  let reads = 0;
  return new Proxy(target, { ownKeys: (it) => (reads++ === 0 ? throwing() : Reflect.ownKeys(it)) });
}

const { proxy: revoked, revoke } = Proxy.revocable({}, {});
revoke();

const unreadable: readonly (readonly [string, () => unknown])[] = [
  ['a getter', () => ({ data: Object.defineProperty({}, 'type', { get: throwing, enumerable: true }) })],
  ['a proxy', () => ({ data: null, meta: new Proxy({}, { ownKeys: throwing }) })],
  ['a proxy that throws once', () => ({ data: moody({ type: 'a', id: '1' }) })],
  ['a proxy that was revoked', () => ({ data: [revoked] })],
  ['a proxy that was revoked, at the root', () => revoked],
  ['a getter for data', () => Object.defineProperty({}, 'data', { get: throwing, enumerable: true })],
  [
    'a toJSON that throws when it is looked for',
    () => ({ meta: { a: Object.defineProperty({}, 'toJSON', { get: throwing }) } }),
  ],
  [
    'a getter below an operation',
    () => ({ 'atomic:operations': [{ op: 'add', ref: Object.defineProperty({}, 'relationship', { get: throwing }) }] }),
  ],
];

describe('what throws when it is read', () => {
  test.each(unreadable)('%s is not JSON', (_, create) => {
    const { issues = [] } = validateDocument(create(), { extensions: [atomicExtension] });
    expect(issues.at(-1)).toMatchObject({ rule: 'json-value', pointer: '' });
  });
});

describe('a rule that throws', () => {
  test.each([
    ['a document', () => ({ data: null })],
    [
      'a document with a circle',
      () =>
        Object.assign(
          { data: null },
          {
            get meta() {
              return this;
            },
          },
        ),
    ],
    ['what throws once', () => ({ data: moody({ type: 'a', id: '1' }) })],
  ])('is not hidden by %s', (_, create) => {
    expect(() => validateDocument(create(), { extensions: [broken] })).toThrow('a mistake of the rule');
  });
});

test('a document of JSON is never called something else', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
  for (const type of [{ toString: 1 }, deep]) {
    const value = { data: { type: 'a', id: '1', relationships: { b: { data: [{ type, id: '1' }] } } } };
    const { issues = [] } = validateDocument(value, { level: 'should' });
    expect(issues.map(({ rule }) => rule)).toEqual(['identification-strings']);
  }
});

test('a plain copy has the own members, whatever their names, and the same circles', () => {
  const value = JSON.parse('{"__proto__":{"a":[1,{"b":null}]},"c":"x"}');
  const copy = plainCopy(value) as object;
  expect(copy).not.toBe(value);
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const again = plainCopy(circle) as Record<string, unknown>;
  expect(again).not.toBe(circle);
  expect(again.self).toBe(again);
  expect(() => plainCopy({ a: [new Proxy({}, { ownKeys: throwing })] })).toThrow('hostile');
});
