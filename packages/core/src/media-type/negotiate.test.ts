import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  atomic,
  cursor,
  ext,
  flexible,
  media,
  outcomeOf,
  profile,
  rejectionOf,
  support,
  unknown,
  version,
} from '../../test/negotiation.ts';
import { parseMediaType } from './media-type.ts';
import { negotiate } from './negotiate.ts';
import { readResponseContentType } from './response-content-type.ts';
import type { NegotiationSupport } from './support.ts';

describe('both headers', () => {
  test.each<[row: string, contentType: string, accept: string | undefined, outcome: string]>([
    ['AMB-26 415 goes before 406', 'text/plain', 'text/plain', '415 Content-Type'],
    ['AMB-26 415 goes before 406', ext(unknown), ext(unknown), '415 Content-Type'],
    ['AMB-26 406 alone', media, 'text/plain', '406 Accept'],
    ['AMB-26 406 with an extension in the request', ext(atomic), ext(unknown), '406 Accept'],
    ['NEG-04, AMB-21 an extension of the request is applied to the response', ext(atomic), media, ext(atomic)],
    ['NEG-04, AMB-21 where anything is accepted', ext(atomic), '*/*', ext(atomic)],
    ['NEG-04, AMB-21 where nothing is said', ext(atomic), undefined, ext(atomic)],
    ['AMB-21 where the media type is not accepted', ext(atomic), 'text/html', '406 Accept'],
    ['NEG-07 an extension of each', ext(atomic), ext(version), ext(atomic, version)],
    ['NEG-07 the same extension', ext(atomic), ext(version, atomic), ext(atomic, version)],
    ['NEG-07 an extension in Accept alone', media, ext(atomic), ext(atomic)],
    ['NEG-05 a profile of the request is its own', profile(cursor), media, media],
    ['NEG-05 a profile of each', profile(cursor), profile(flexible), profile(flexible)],
    ['NEG-05 an extension and a profile', ext(atomic), profile(cursor), `${ext(atomic)}; profile="${cursor}"`],
  ])('%s: %j, %j', (_, contentType, accept, outcome) => {
    expect(outcomeOf({ contentType, accept })).toBe(outcome);
  });

  test('what the request uses and what the response uses are told apart', () => {
    expect(negotiate({ contentType: ext(atomic, atomic), accept: profile(cursor) }, support)).toEqual({
      requestExtensions: [atomic],
      requestProfiles: [],
      extensions: [atomic],
      profiles: [cursor],
      contentType: `${ext(atomic)}; profile="${cursor}"`,
      vary: 'Accept',
    });
    expect(negotiate({ contentType: profile(cursor), accept: ext(version) }, support)).toEqual({
      requestExtensions: [],
      requestProfiles: [cursor],
      extensions: [version],
      profiles: [],
      contentType: ext(version),
      vary: 'Accept',
    });
  });
});

describe('the objects of a call', () => {
  test.each<[name: string, value: unknown]>([
    ['accept', 'text/html'],
    ['contentType', 'text/html'],
    ['body', true],
    ['extensions', [{ uri: atomic }]],
    ['profiles', [5]],
    ['version', '1.0'],
  ])('a member %s of every object is not theirs', (name, value) => {
    for (const enumerable of [true, false]) {
      Object.defineProperty(Object.prototype, name, { value, enumerable, configurable: true, writable: true });
      try {
        expect(outcomeOf({}, {})).toBe(media);
        expect(outcomeOf({ accept: ext(atomic) }, {})).toBe('406 Accept');
      } finally {
        Reflect.deleteProperty(Object.prototype, name);
      }
    }
  });

  test('can be instances of a class', () => {
    class Headers {
      get accept(): string {
        return ext(atomic);
      }
    }
    class Support {
      readonly extensions = support.extensions;
      get profiles(): NegotiationSupport['profiles'] {
        return support.profiles;
      }
    }
    expect(outcomeOf(new Headers(), new Support())).toBe(ext(atomic));
  });

  test('can change between two calls', () => {
    const extensions = [...(support.extensions ?? [])];
    const headers = { accept: ext(atomic) };
    const changing = { extensions };
    expect(outcomeOf(headers, changing)).toBe(ext(atomic));
    headers.accept = ext(version);
    expect(outcomeOf(headers, changing)).toBe(ext(version));
    extensions.length = 0;
    expect(outcomeOf(headers, changing)).toBe('406 Accept');
  });

  test.each<[headers: object, by: object, message: string]>([
    [{ 'content-type': media }, {}, 'negotiate: headers: unknown header "content-type". Did you mean `contentType`?'],
    [{ body: 'yes' }, {}, 'negotiate: headers: `body` must be a boolean, but it is "yes".'],
    [{}, { extension: [] }, 'negotiate: support: unknown option "extension". Did you mean `extensions`?'],
    [{}, { profiles: {} }, 'negotiate: support: `profiles` must be an array, but it is an object.'],
    [{}, { version: '2.0' }, 'negotiate: support: `version` must be "1.1" or "1.0", but it is "2.0".'],
  ])('%j with %j is rejected', (headers, by, message) => {
    expect(() => negotiate(headers, by)).toThrow(message);
  });
});

test('NEG-16 the response varies by Accept, always', () => {
  expect(negotiate({}).vary).toBe('Accept');
  expect(negotiate({ contentType: media, accept: profile(cursor) }, support).vary).toBe('Accept');
  expect(rejectionOf({ accept: 'text/html' })?.headers.Vary).toBe('Accept');
  expect(rejectionOf({ contentType: 'text/html' })?.headers.Vary).toBe('Accept');
});

describe('the answer', () => {
  test('is frozen, its lists too', () => {
    for (const headers of [{}, { accept: ext(atomic) }, { contentType: ext(atomic), accept: profile(cursor) }]) {
      const negotiated = negotiate(headers, support);
      const { requestExtensions, requestProfiles, extensions, profiles } = negotiated;
      const all = [negotiated, requestExtensions, requestProfiles, extensions, profiles];
      expect(all.every(Object.isFrozen)).toBe(true);
    }
  });

  test('is kept for the same Accept and the same support, however that is given', () => {
    const { extensions, profiles } = support;
    const first = negotiate({ accept: ext(atomic) }, { extensions, profiles });
    expect(negotiate({ accept: ext(atomic) }, { extensions: [...(extensions ?? [])], profiles })).toBe(first);
    expect(negotiate({ accept: ext(atomic), contentType: media }, { extensions, profiles })).toBe(first);
    const both = { accept: ext(atomic), contentType: ext(version) };
    expect(negotiate(both, { extensions, profiles })).toBe(negotiate({ ...both }, support));
  });

  test('is not the one of another header, or of another kept one', () => {
    expect(outcomeOf({ accept: ext(atomic), contentType: ext(version) })).toBe(ext(version, atomic));
    expect(outcomeOf({ accept: ext(atomic) })).toBe(ext(atomic));
    expect(outcomeOf({ accept: ext(version), contentType: ext(version) })).toBe(ext(version));
    expect(outcomeOf({ accept: '*/*', contentType: ext(version) })).toBe(ext(version));
    expect(outcomeOf({ accept: ext(atomic) }, {})).toBe('406 Accept');
    expect(outcomeOf({ contentType: ext(atomic) })).toBe(ext(atomic));
    expect(outcomeOf({ contentType: ext(atomic) }, {})).toBe('415 Content-Type');
    expect(outcomeOf({ contentType: ext(atomic) })).toBe(ext(atomic));
  });
});

test('property: any headers get an answer of known URIs, or a JsonApiError', () => {
  const words = [media, '*/*', ';', ',', ' ', '=', '"', '\\', 'ext', 'profile', 'q', '0.5', '\t', '\n', 'é', 'x'];
  const word = fc.constantFrom(...words, atomic, cursor, `;ext="${atomic}"`, `;profile="${cursor}"`, ';q=0');
  const instance = fc.constantFrom(media, ext(atomic), ext('urn:x:y'), profile(cursor), '*/*;q=0.5');
  const header = fc.option(
    fc.oneof(
      fc.array(word, { maxLength: 12 }).map((list) => list.join('')),
      fc.array(instance, { maxLength: 4 }).map(String),
      fc.array(fc.nat(0xffff), { maxLength: 20 }).map((codes) => String.fromCharCode(...codes)),
      fc.tuple(word, fc.integer({ min: 1, max: 1100 })).map(([it, times]) => it.repeat(times)),
    ),
    { nil: undefined },
  );
  const outcomes = new Set<string>();
  fc.assert(
    fc.property(header, header, fc.boolean(), fc.constantFrom('1.0', '1.1'), (accept, contentType, body, by) => {
      const supported = by === '1.0' ? { version: by } : support;
      const outcome = outcomeOf({ accept, contentType, body }, supported);
      outcomes.add(outcome);
      if (/^4\d\d /.test(outcome)) {
        expect(['415 Content-Type', '406 Accept']).toContain(outcome);
        expect(rejectionOf({ accept, contentType, body }, supported)?.errors[0]?.detail?.length).toBeLessThan(500);
        return;
      }
      expect(parseMediaType(outcome)?.essence).toBe(media);
      const { extensions, profiles } = negotiate({ accept, contentType, body }, supported);
      expect(readResponseContentType(outcome)).toEqual({ extensions, profiles });
      expect(extensions.every((uri) => uri === atomic || uri === version)).toBe(true);
      expect(profiles.every((uri) => uri === cursor || uri === flexible)).toBe(true);
    }),
    { numRuns: 600 },
  );
  expect(outcomes).toContain('415 Content-Type');
  expect(outcomes).toContain('406 Accept');
  expect(outcomes).toContain(media);
  expect(outcomes).toContain(ext(atomic));
});

test('Headers in the place of the values of headers are a mistake of the program', () => {
  expect(() => negotiate(new Headers({ Accept: 'text/html' }) as never)).toThrow(TypeError);
});
