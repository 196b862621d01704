import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonApiError } from '../error/json-api-error.ts';
import { defineExtension } from './extension.ts';
import { type NegotiationHeaders, type NegotiationSupport, negotiate } from './negotiate.ts';
import { defineProfile } from './profile.ts';

const plain = 'application/vnd.api+json';
const atomic = 'https://jsonapi.org/ext/atomic';
const version = 'https://jsonapi.org/ext/version';
const cursor = 'https://example.com/profiles/cursor/';
const flexible = 'https://example.com/profiles/flexible';
const support: NegotiationSupport = {
  extensions: [defineExtension({ uri: atomic, namespace: 'atomic' }), defineExtension({ uri: version })],
  profiles: [defineProfile({ uri: cursor }), defineProfile({ uri: flexible })],
};
const ext = (...uris: string[]): string => `${plain}; ext="${uris.join(' ')}"`;
const profile = (...uris: string[]): string => `${plain}; profile="${uris.join(' ')}"`;

/** The status and the header that a refusal names; undefined when nothing is refused. */
function refusal(headers: NegotiationHeaders, by = support): string | undefined {
  try {
    negotiate(headers, by);
    return undefined;
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    expect(error.errors).toHaveLength(1);
    expect(error.errors[0]?.status).toBe(String(error.status));
    return `${error.status} ${error.errors[0]?.source?.header}`;
  }
}

describe('Content-Type of a request', () => {
  test.each<[row: string, contentType: string, requestExtensions: string[]]>([
    ['NEG-01: the media type', plain, []],
    ['NEG-20: in any case', 'APPLICATION/vnd.API+json', []],
    ['NEG-20: between whitespace', ` ${plain}\t`, []],
    ['NEG-20: with an empty parameter', `${plain};`, []],
    ['NEG-04: an extension', ext(atomic), [atomic]],
    ['NEG-24: several extensions', ext(atomic, version), [atomic, version]],
    ['NEG-20: a parameter name in capitals', `${plain};EXT="${atomic}"`, [atomic]],
    ['NEG-20: an escaped character in the value', `${plain};ext="https\\://jsonapi.org/ext/atomic"`, [atomic]],
    ['NEG-05: a profile', profile(cursor), []],
    ['NEG-15: an unknown profile', profile('https://example.com/unknown'), []],
    ['NEG-15: what is no URI among the profiles', profile('nonsense'), []],
    ['NEG-02: an extension and a profile', `${profile(cursor)};ext="${atomic}"`, [atomic]],
    ['AMB-09: an empty list', ext(), []],
    ['AMB-09: repeated spaces', `${plain};ext="  ${atomic}   ${version} "`, [atomic, version]],
    ['the same extension twice in one list', ext(atomic, atomic), [atomic]],
  ])('%s: %s', (_, contentType, requestExtensions) => {
    expect(negotiate({ contentType }, support).requestExtensions).toEqual(requestExtensions);
  });

  test.each<[row: string, contentType: string]>([
    ['NEG-10: charset', `${plain}; charset=utf-8`],
    ['NEG-10: charset behind ext', `${ext(atomic)}; charset=utf-8`],
    ['NEG-10: an unknown parameter', `${plain}; version=1.1`],
    ['NEG-10: a weight', `${plain}; q=1`],
    ['NEG-11: an unknown extension', ext('https://example.com/unknown')],
    ['NEG-11: an unknown extension among known ones', ext(atomic, 'https://example.com/unknown')],
    ['NEG-11: another case is another URI', ext(atomic.toUpperCase())],
    ['NEG-11: an extension, unlike a profile, with a slash at its end', ext(`${atomic}/`)],
    ['NEG-11: a profile is no extension', ext(cursor)],
    ['NEG-11: a prototype name', ext('constructor')],
    ['NEG-03: URIs separated by a comma', `${plain};ext="${atomic},${version}"`],
    ['NEG-03: URIs separated by a tab', `${plain};ext="${atomic}\t${version}"`],
    ['AMB-09: a URI without quotation marks', `${plain};ext=${atomic}`],
    ['AMB-09: ext twice', `${ext(atomic)};ext="${version}"`],
    ['AMB-09: profile twice', `${profile(cursor)};profile="${cursor}"`],
    ['AMB-09: a parameter without a value', `${plain};ext`],
    ['AMB-09: an open quotation mark', `${plain};ext="${atomic}`],
    ['AMB-09: two media types', `${plain}, ${plain}`],
    ['NEG-23: JSON', 'application/json'],
    ['NEG-23: a form', 'application/x-www-form-urlencoded'],
    ['NEG-23: the media type with a suffix', `${plain}x`],
    ['NEG-23: a wildcard', '*/*'],
    ['NEG-23: an empty value', ''],
    ['NEG-20: longer than 2,048 characters', `${plain};ext="${' '.repeat(2048)}"`],
  ])('%s: 415', (_, contentType) => {
    expect(refusal({ contentType })).toBe('415 Content-Type');
  });

  test('AMB-10: a payload without Content-Type: 415', () => {
    expect(refusal({ payload: true })).toBe('415 Content-Type');
  });

  test('NEG-23: without a payload another media type, or none, does not matter', () => {
    for (const contentType of [undefined, 'application/json', 'text/plain; charset=utf-8', '']) {
      expect(refusal({ contentType, payload: false })).toBeUndefined();
    }
    expect(refusal({})).toBeUndefined();
  });

  test.each<[string]>([[`${plain};charset=utf-8`], [ext('https://example.com/unknown')], [`${ext()};ext=""`]])(
    'AMB-29: %s without a payload: 415',
    (contentType) => {
      expect(refusal({ contentType, payload: false })).toBe('415 Content-Type');
    },
  );

  test('NEG-17: a server without extensions answers 415 to any, and profiles do not matter', () => {
    expect(refusal({ contentType: ext(atomic) }, {})).toBe('415 Content-Type');
    expect(refusal({ contentType: profile(cursor) }, {})).toBeUndefined();
  });

  test('the detail quotes what was sent, in one short line', () => {
    const detail = (contentType: string): string => {
      try {
        negotiate({ contentType }, support);
      } catch (error) {
        if (JsonApiError.is(error)) return error.errors[0]?.detail ?? '';
      }
      return expect.fail('accepted');
    };
    expect(detail('text/html')).toContain('"text/html"');
    expect(detail(ext('urn:example:x'))).toContain('"urn:example:x"');
    expect(detail(`${plain};charset=utf-8`)).toContain('"charset"');
    expect(detail(`text/${'x'.repeat(1000)}`).length).toBeLessThan(250);
    expect(detail('a\u001b[31m\r\nb')).not.toMatch(/\p{Cc}/u);
  });
});

describe('Accept', () => {
  test.each<[row: string, accept: string | undefined, contentType: string]>([
    ['NEG-21: absent', undefined, plain],
    ['NEG-21: empty', '', plain],
    ['NEG-20: empty elements', ' , ,', plain],
    ['NEG-21: everything', '*/*', plain],
    ['NEG-21: every application', 'application/*', plain],
    ['NEG-21: everything, as a last resort', 'text/html, application/xhtml+xml;q=0.9, */*;q=0.8', plain],
    ['NEG-21: what older Java sends', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', plain],
    ['the media type', plain, plain],
    ['NEG-20: in any case', 'Application/Vnd.Api+Json', plain],
    ['the media type among others', `text/html, ${plain};q=0.1`, plain],
    ['NEG-07: an extension', ext(atomic), ext(atomic)],
    ['NEG-07: two extensions', ext(version, atomic), ext(version, atomic)],
    ['NEG-07: the same extension twice in one list', ext(atomic, atomic), ext(atomic)],
    ['NEG-08: a profile', profile(cursor), profile(cursor)],
    ['NEG-15: an unknown profile beside a known one', profile('urn:example:x', flexible), profile(flexible)],
    ['NEG-15: unknown profiles only', profile('urn:example:x', 'constructor'), plain],
    ['AMB-19: a profile without its slash', profile(cursor.slice(0, -1)), profile(cursor)],
    ['AMB-19: a profile with a slash', profile(`${flexible}/`), profile(flexible)],
    ['AMB-19: both forms are one profile', profile(cursor, cursor.slice(0, -1)), profile(cursor)],
    ['NEG-02: both', `${ext(atomic)};profile="${cursor}"`, `${ext(atomic)}; profile="${cursor}"`],
    ['NEG-09: equal instances, the first', `${ext(atomic)}, ${plain}`, ext(atomic)],
    ['NEG-09: equal instances, the first', `${plain}, ${ext(atomic)}`, plain],
    ['NEG-09: no weight ranks above 0.999', `${plain};q=0.999, ${ext(atomic)}`, ext(atomic)],
    ['NEG-09: the higher weight', `${ext(atomic)};q=0.2, ${ext(version)};q=0.8`, ext(version)],
    ['NEG-12: an instance with charset is ignored', `${plain};charset=utf-8, ${ext(atomic)};q=0.1`, ext(atomic)],
    ['NEG-12: whatever its weight', `${plain};charset=utf-8;q=1, ${plain};q=0.001`, plain],
    ['NEG-14: an instance that can be met', `${ext('urn:example:x')}, ${ext(version)};q=0.1`, ext(version)],
    ['NEG-14: partly supported is not supported', `${ext(atomic, 'urn:example:x')}, ${plain};q=0.1`, plain],
    ['NEG-19: a weight is no parameter', `${plain};q=0.5`, plain],
    ['NEG-19: a refused instance beside another', `${ext(atomic)};q=0, ${plain};q=0.1`, plain],
    ['NEG-20: commas and semicolons inside quotation marks', `text/plain;x="a, ${plain};b", ${plain}`, plain],
    ['NEG-20: a malformed element beside a good one', `garb age, ${ext(atomic)}`, ext(atomic)],
    ['NEG-20: two header lines joined', `text/html,${ext(atomic)}, */*`, ext(atomic)],
    ['AMB-09: an empty list', ext(), plain],
    ['AMB-09: repeated spaces', `${plain};ext="  ${atomic}  "`, ext(atomic)],
  ])('%s: %s', (_, accept, contentType) => {
    expect(negotiate({ accept }, support).contentType).toBe(contentType);
  });

  test.each<[row: string, accept: string]>([
    ['NEG-13: charset on the only instance', `${plain};charset=utf-8`],
    ['NEG-13: such parameters on all instances', `${plain};charset=utf-8, ${ext(atomic)};version=1`],
    ['NEG-14: an unsupported extension', ext('urn:example:x')],
    ['NEG-14: every instance with one', `${ext('urn:example:x')}, ${ext(atomic, 'urn:example:y')};q=0.5`],
    ['NEG-18: ignored and unsupported together', `${plain};charset=utf-8, ${ext('urn:example:x')}`],
    ['NEG-19: q=0', `${plain};q=0`],
    ['NEG-19: q=0 beside a wildcard', `${plain};q=0, */*`],
    ['NEG-19: a refused wildcard', '*/*;q=0'],
    ['NEG-22, AMB-10: other media types only', 'text/html, application/json'],
    ['NEG-22, AMB-10: another range', 'text/*'],
    ['AMB-10: nothing that can be read', 'garbage'],
    ['AMB-10: an extension without quotation marks', `${plain};ext=${atomic}`],
    ['AMB-09: ext twice', `${ext(atomic)};ext="${version}"`],
    ['AMB-11: charset next to everything', `${plain};charset=utf-8, */*`],
    ['AMB-11: an unsupported extension next to everything', `${ext('urn:example:x')}, */*;q=0.1`],
    ['NEG-20: longer than 2,048 characters', `${plain}${','.repeat(2048)}`],
  ])('%s: 406', (_, accept) => {
    expect(refusal({ accept })).toBe('406 Accept');
  });

  test('NEG-14: a server without extensions answers 406 to any, and ignores profiles', () => {
    expect(refusal({ accept: ext(atomic) }, {})).toBe('406 Accept');
    expect(negotiate({ accept: profile(cursor) }).contentType).toBe(plain);
  });
});

describe('both headers', () => {
  test('AMB-26: 415 goes before 406', () => {
    expect(refusal({ contentType: 'text/plain', accept: 'text/plain' })).toBe('415 Content-Type');
    expect(refusal({ contentType: plain, accept: 'text/plain' })).toBe('406 Accept');
  });

  test('AMB-21: an extension of the request is applied to the response as well', () => {
    const negotiated = negotiate({ contentType: ext(atomic), accept: plain }, support);
    expect(negotiated.extensions).toEqual([atomic]);
    expect(negotiated.contentType).toBe(ext(atomic));
    expect(negotiate({ contentType: ext(atomic), accept: ext(version, atomic) }, support)).toMatchObject({
      requestExtensions: [atomic],
      extensions: [atomic, version],
    });
  });

  test('NEG-07: an extension in Accept alone says nothing about the request', () => {
    expect(negotiate({ contentType: plain, accept: ext(atomic) }, support)).toMatchObject({
      requestExtensions: [],
      extensions: [atomic],
    });
  });

  test('NEG-16: the response varies by Accept, always', () => {
    expect(negotiate({}).vary).toBe('Accept');
    expect(negotiate({ contentType: plain, accept: profile(cursor) }, support).vary).toBe('Accept');
  });

  test('the answer is frozen, its lists too', () => {
    const negotiated = negotiate({ contentType: ext(atomic), accept: profile(cursor) }, support);
    const { requestExtensions, extensions, profiles } = negotiated;
    expect([negotiated, requestExtensions, extensions, profiles].every(Object.isFrozen)).toBe(true);
    expect(Object.isFrozen(negotiate({}).requestExtensions)).toBe(true);
  });
});

test('any headers: an answer of known URIs, or a JsonApiError', () => {
  const word = fc.constantFrom(
    plain,
    '*/*',
    ';',
    ',',
    ' ',
    '=',
    '"',
    '\\',
    'ext',
    'profile',
    'q',
    '0.5',
    atomic,
    cursor,
    'é',
  );
  const header = fc.option(
    fc.oneof(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      fc
        .array(fc.constantFrom(plain, ext(atomic), ext('urn:x:y'), profile(cursor), '*/*;q=0.5'), { maxLength: 4 })
        .map(String),
    ),
    { nil: undefined },
  );
  const outcomes = new Set<string | undefined>();
  fc.assert(
    fc.property(header, header, fc.boolean(), (accept, contentType, payload) => {
      const outcome = refusal({ accept, contentType, payload });
      outcomes.add(outcome);
      expect([undefined, '415 Content-Type', '406 Accept']).toContain(outcome);
      if (outcome === undefined) {
        expect(negotiate({ accept, contentType, payload }, support).contentType).toMatch(/^[ -~]+$/);
      }
    }),
    { numRuns: 2000 },
  );
  expect(outcomes.size).toBe(3);
});
