import { describe, expect, test } from 'vitest';
import { defineExtension, type Extension } from './extension.ts';
import { defineProfile } from './profile.ts';
import { findSupported } from './support.ts';

const a = defineExtension({ uri: 'urn:example:a', namespace: 'a' });
const b = defineExtension({ uri: 'urn:example:b', namespace: 'b' });
const p = defineProfile({ uri: 'urn:example:p' });

describe('what is kept', () => {
  test('is found again by what it holds, not by who holds it', () => {
    const first = findSupported({ extensions: [a, b], profiles: [p] });
    expect(findSupported({ extensions: [{ ...a }, b], profiles: [{ ...p }], version: '1.1' })).toBe(first);
    expect(findSupported({})).toBe(findSupported({ extensions: [], profiles: [], version: undefined }));
  });

  test.each([
    ['another order', { extensions: [b, a], profiles: [p] }],
    ['an extension less', { extensions: [a], profiles: [p] }],
    ['an extension more', { extensions: [a, b, defineExtension({ uri: 'urn:example:c' })], profiles: [p] }],
    ['another namespace', { extensions: [a, { ...b, namespace: 'c' }], profiles: [p] }],
    ['another extension of that namespace', { extensions: [a, { ...b, uri: 'urn:example:c' }], profiles: [p] }],
    ['no profile', { extensions: [a, b] }],
    ['another profile', { extensions: [a, b], profiles: [{ uri: 'urn:example:q' }] }],
  ])('is not found for %s', (_, other) => {
    expect(findSupported(other)).not.toBe(findSupported({ extensions: [a, b], profiles: [p] }));
  });

  test('is not found for another version', () => {
    expect(findSupported({ version: '1.0' })).not.toBe(findSupported({}));
    expect(findSupported({ version: '1.0' }).version).toBe('1.0');
    expect(findSupported({}).version).toBe('1.1');
  });

  test('a list that has changed since is another list', () => {
    const extensions: Extension[] = [a];
    expect([...findSupported({ extensions }).extensions]).toEqual([a.uri]);
    extensions.push(b);
    expect([...findSupported({ extensions }).extensions]).toEqual([a.uri, b.uri]);
  });

  test('a definition that can change is compared by its content, also if it is the same object', () => {
    const changing = { uri: 'urn:example:changing' };
    const before = findSupported({ profiles: [changing] });
    expect(findSupported({ profiles: [changing] })).toBe(before);
    changing.uri = 'urn:example:changed';
    expect([...findSupported({ profiles: [changing] }).profiles.keys()]).toContain('urn:example:changed');
    let reads = 0;
    const answering = Object.freeze({
      get uri(): string {
        reads++;
        return `urn:example:${reads}`;
      },
    });
    expect(findSupported({ profiles: [answering] })).not.toBe(findSupported({ profiles: [answering] }));
  });

  test('eight are the most: the oldest goes', () => {
    const support = (index: number) => ({ profiles: [{ uri: `urn:example:kept:${index}` }] });
    const first = findSupported(support(0));
    for (let index = 1; index < 8; index++) findSupported(support(index));
    expect(findSupported(support(0))).toBe(first);
    findSupported(support(8));
    expect(findSupported(support(0))).not.toBe(first);
  });
});

describe('profiles (AMB-19)', () => {
  test('have two forms', () => {
    const { profiles } = findSupported({ profiles: [{ uri: 'urn:x' }, { uri: 'urn:y/' }] });
    expect(Object.fromEntries(profiles)).toEqual({
      'urn:x': 'urn:x',
      'urn:x/': 'urn:x',
      'urn:y/': 'urn:y/',
      'urn:y': 'urn:y/',
    });
  });

  test.each([[['urn:x', 'urn:x/']], [['urn:x/', 'urn:x']]])('have their own form when both are supported', (uris) => {
    const { profiles } = findSupported({ profiles: uris.map((uri) => ({ uri })) });
    expect(Object.fromEntries(profiles)).toEqual({ 'urn:x': 'urn:x', 'urn:x/': 'urn:x/' });
  });
});

describe('what cannot be supported', () => {
  test('EXT-07 two extensions of one namespace', () => {
    const clash = { extensions: [a, b, { uri: 'urn:example:c', namespace: 'a' }] };
    expect(() => findSupported(clash)).toThrow(TypeError);
    expect(() => findSupported(clash)).toThrow('urn:example:a and urn:example:c have "a"');
  });

  test('EXT-07 but one extension twice, and two without a namespace', () => {
    const without = [{ uri: 'urn:example:d' }, { uri: 'urn:example:e' }];
    expect([...findSupported({ extensions: [a, a, ...without] }).extensions]).toEqual([
      a.uri,
      'urn:example:d',
      'urn:example:e',
    ]);
  });

  test.each([
    ['extensions', null],
    ['profiles', undefined],
    ['profiles', 'urn:x'],
    ['extensions', { namespace: 'a' }],
    ['profiles', { uri: 5 }],
  ] as const)('%s with %j', (name, definition) => {
    const error = 'Each extension and profile must have a `uri`, but one is';
    expect(() => findSupported({ [name]: [a, definition] })).toThrow(TypeError);
    expect(() => findSupported({ [name]: [a, definition] })).toThrow(error);
  });

  test.each([[{ extensions: [a] }], [{ profiles: [p] }]])('NEG-17 %j in version 1.0', (support) => {
    expect(() => findSupported({ ...support, version: '1.0' })).toThrow(TypeError);
  });
});
