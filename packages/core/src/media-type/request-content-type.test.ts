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
import { negotiate } from './negotiate.ts';
import { readRequestContentType } from './request-content-type.ts';
import { findSupported } from './support.ts';

describe('a body with this Content-Type uses these extensions and profiles', () => {
  test.each<[row: string, contentType: string, extensions: readonly string[], profiles: readonly string[]]>([
    ['NEG-01 the media type', media, [], []],
    ['NEG-02 an extension and a profile', `${ext(atomic)}; profile="${cursor}"`, [atomic], [cursor]],
    ['NEG-02 in the other order', `${profile(cursor)}; ext="${atomic}"`, [atomic], [cursor]],
    ['NEG-03 quoted lists', `${media};ext="${atomic} ${version}";profile="${flexible}"`, [atomic, version], [flexible]],
    ['NEG-04 an extension', ext(atomic), [atomic], []],
    ['NEG-04 in the order given', ext(version, atomic), [version, atomic], []],
    ['NEG-04 the same extension twice in one list', ext(atomic, atomic), [atomic], []],
    ['NEG-05 a profile', profile(cursor), [], [cursor]],
    ['NEG-05 two profiles', profile(flexible, cursor), [], [flexible, cursor]],
    ['NEG-05 the same profile twice in one list', profile(cursor, cursor), [], [cursor]],
    ['NEG-15 an unknown profile', profile('https://example.com/unknown'), [], []],
    ['NEG-15 an unknown profile beside a known one', profile('urn:example:x', flexible), [], [flexible]],
    ['NEG-15 what is not a URI among the profiles', profile('nonsense'), [], []],
    ['NEG-15 a name of every object', profile('constructor', '__proto__'), [], []],
    ['NEG-15 an extension is not a profile', profile(atomic), [], []],
    ['NEG-15 another case is another URI', profile(flexible.toUpperCase()), [], []],
    ['AMB-19 a profile without its slash', profile(cursor.slice(0, -1)), [], [cursor]],
    ['AMB-19 a profile with a slash', profile(`${flexible}/`), [], [flexible]],
    ['AMB-19 two slashes are too many', profile(`${flexible}//`, `${cursor}/`), [], []],
    ['NEG-20 in any case', 'APPLICATION/vnd.API+json', [], []],
    ['NEG-20 between whitespace', ` ${media}\t`, [], []],
    ['NEG-20 whitespace around the semicolon', `${media} \t; \t ext="${atomic}"`, [atomic], []],
    ['NEG-20 no whitespace', `${media};ext="${atomic}";profile="${cursor}"`, [atomic], [cursor]],
    ['NEG-20 an empty parameter', `${media};`, [], []],
    ['NEG-20 empty parameters in between', `${media}; ; ;ext="${atomic}";;`, [atomic], []],
    ['NEG-20 parameter names in capitals', `${media};EXT="${atomic}";Profile="${cursor}"`, [atomic], [cursor]],
    ['NEG-20 an escaped character in the value', `${media};ext="https\\://jsonapi.org/ext/atomic"`, [atomic], []],
    ['NEG-20 a comma and a semicolon inside quotation marks', profile('urn:a,b;c', cursor), [], [cursor]],
    ['NEG-20 an escaped quotation mark', `${media};profile="urn:\\"a ${cursor}"`, [], [cursor]],
    ['NEG-20 2,048 characters', profile(cursor).padEnd(2048), [], [cursor]],
    ['NEG-24 several URIs', ext(atomic, version), [atomic, version], []],
    ['AMB-09 an empty list of extensions', ext(), [], []],
    ['AMB-09 empty lists', `${ext()}; profile=""`, [], []],
    ['AMB-09 a list of spaces', `${media};ext="   "`, [], []],
    ['AMB-09 repeated spaces', `${media};ext="  ${atomic}   ${version} "`, [atomic, version], []],
    ['AMB-09 a profile without quotation marks, if it could be one', `${media};profile=nonsense`, [], []],
  ])('%s: %j', (_, contentType, extensions, profiles) => {
    const { requestExtensions, requestProfiles } = negotiate({ contentType }, support);
    expect([requestExtensions, requestProfiles]).toEqual([extensions, profiles]);
  });
});

describe('a body with this Content-Type gets 415', () => {
  test.each<[row: string, contentType: string]>([
    ['NEG-10 charset', `${media}; charset=utf-8`],
    ['NEG-10 charset in quotation marks', `${media}; charset="utf-8"`],
    ['NEG-10 charset behind ext', `${ext(atomic)}; charset=utf-8`],
    ['NEG-10 charset in front of ext', `${media}; charset=utf-8; ext="${atomic}"`],
    ['NEG-10 another parameter', `${media}; version=1.1`],
    ['NEG-10 another parameter with an empty value', `${media}; version=""`],
    ['NEG-10 a name that starts alike', `${media}; extension="${atomic}"`],
    ['NEG-10 the plural', `${media}; profiles="${cursor}"`],
    ['NEG-10 a name of every object', `${media}; __proto__="a"`],
    ['NEG-10, NEG-19 a weight', `${media}; q=1`],
    ['NEG-11 an unknown extension', ext(unknown)],
    ['NEG-11 an unknown extension behind a known one', ext(atomic, unknown)],
    ['NEG-11 an unknown extension in front of a known one', ext(unknown, atomic)],
    ['NEG-11 another case is another URI', ext(atomic.toUpperCase())],
    ['NEG-11 an extension, unlike a profile, with a slash at its end', ext(`${atomic}/`)],
    ['NEG-11 a fragment', ext(`${atomic}#`)],
    ['NEG-11 an encoding of the same URI', ext(atomic.replace('atomic', '%61tomic'))],
    ['NEG-11 a profile is not an extension', ext(cursor)],
    ['NEG-11 a namespace is not a URI', ext('atomic')],
    ['NEG-11 a name of every object', ext('constructor')],
    ['NEG-03 URIs separated by a comma', `${media};ext="${atomic},${version}"`],
    ['NEG-03 URIs separated by a tab', `${media};ext="${atomic}\t${version}"`],
    ['NEG-03 URIs separated by a no-break space', `${media};ext="${atomic}\u00a0${version}"`],
    ['NEG-03 quotation marks around each URI', `${media};ext="${atomic}" "${version}"`],
    ['NEG-03 the wrong kind of quotation marks', `${media};ext='${atomic}'`],
    ['AMB-09 a URI without quotation marks', `${media};ext=${atomic}`],
    ['AMB-09 ext twice', `${ext(atomic)};ext="${version}"`],
    ['AMB-09 ext twice, in different case', `${ext(atomic)};EXT="${atomic}"`],
    ['AMB-09 ext twice, first empty', `${ext()};ext="${atomic}"`],
    ['AMB-09 profile twice', `${profile(cursor)};profile="${cursor}"`],
    ['AMB-09 a parameter without a value', `${media};ext`],
    ['AMB-09 a parameter with nothing behind the equals sign', `${media};ext=`],
    ['AMB-09 an open quotation mark', `${media};ext="${atomic}`],
    ['AMB-09 an escaped closing mark', `${media};ext="${atomic}\\"`],
    ['AMB-09 text behind the closing mark', `${ext(atomic)}x`],
    ['AMB-09 two media types', `${media}, ${media}`],
    ['NEG-20 the same header line twice', `${ext(atomic)}, ${ext(atomic)}`],
    ['NEG-20 a control inside quotation marks', `${media};profile="a\u0000"`],
    ['NEG-20 a space around the equals sign', `${media};ext = "${atomic}"`],
    ['NEG-20 text behind the media type', `${media} x`],
    ['NEG-20 longer than 2,048 characters', media.padEnd(2049)],
    ['NEG-23 JSON', 'application/json'],
    ['NEG-23 a form', 'application/x-www-form-urlencoded'],
    ['NEG-23 text that goes on with the media type', `text/plain; ${media}`],
    ['NEG-23 the media type as a parameter', `text/plain; x="${media}"`],
    ['NEG-23 a longer subtype', `${media}x`],
    ['NEG-23 another suffix', 'application/vnd.api'],
    ['NEG-23 a wildcard', '*/*'],
    ['NEG-23 a range', 'application/*'],
    ['NEG-23 an empty value', ''],
    ['NEG-23 a space', ' '],
  ])('%s: %j', (_, contentType) => {
    expect(outcomeOf({ contentType })).toBe('415 Content-Type');
  });
});

describe('without a body', () => {
  test.each([undefined, null, '', 'application/json', 'text/plain; charset=utf-8'])(
    'NEG-23 another media type, or none, does not matter: %j',
    (contentType) => {
      expect(outcomeOf({ contentType, body: false })).toBe(media);
    },
  );

  test.each([`${media};charset=utf-8`, ext(unknown), `${ext()};ext=""`])(
    'AMB-29 a bad parameter of the media type matters: %j gets 415',
    (contentType) => {
      expect(outcomeOf({ contentType, body: false })).toBe('415 Content-Type');
    },
  );
});

test('what was read is kept: the media type alone, and what could be taken', () => {
  const supported = findSupported(support);
  const read = (contentType: string) => readRequestContentType(contentType, false, supported);
  expect(read(media)).toBe(read(media));
  expect(read(ext(version))).toBe(read(ext(version)));
});

test('AMB-10 a body without Content-Type gets 415', () => {
  expect(outcomeOf({ body: true })).toBe('415 Content-Type');
  expect(outcomeOf({ body: true, contentType: null })).toBe('415 Content-Type');
});

test('without being told, a request has a body when it has a Content-Type', () => {
  expect(outcomeOf({})).toBe(media);
  expect(outcomeOf({ contentType: null })).toBe(media);
  expect(outcomeOf({ contentType: '' })).toBe('415 Content-Type');
});

describe('a server without extensions and profiles', () => {
  test('NEG-11 answers 415 to any extension, and ignores profiles (NEG-15)', () => {
    expect(outcomeOf({ contentType: ext(atomic) }, {})).toBe('415 Content-Type');
    expect(outcomeOf({ contentType: profile(cursor) }, {})).toBe(media);
  });
});

describe('a server of version 1.0 (NEG-17)', () => {
  test.each<[contentType: string, outcome: string]>([
    [media, media],
    [`${media};`, media],
    [ext(atomic), '415 Content-Type'],
    [ext(), '415 Content-Type'],
    [profile(cursor), '415 Content-Type'],
    [`${media}; charset=utf-8`, '415 Content-Type'],
    ['application/json', '415 Content-Type'],
  ])('Content-Type %j: %s', (contentType, outcome) => {
    expect(outcomeOf({ contentType }, { version: '1.0' })).toBe(outcome);
  });

  test('says so', () => {
    const [error] = rejectionOf({ contentType: ext(atomic) }, { version: '1.0' })?.errors ?? [];
    expect(error?.detail).toBe('`Content-Type` is not supported: version 1.0 does not allow the parameter "ext".');
  });
});

describe('the rejection', () => {
  const detailOf = (contentType: string, by = support): string =>
    rejectionOf({ contentType, body: true }, by)?.errors[0]?.detail ?? '';

  test.each<[contentType: string, detail: string]>([
    ['text/html', `\`Content-Type\` must be ${media}, but it is "text/html".`],
    [
      `${media};ext=urn:a`,
      `\`Content-Type\` must be ${media}, but it is "${media};ext=urn:a". Quote the URIs of \`ext\` and \`profile\`.`,
    ],
    [
      'APPLICATION/VND.API+JSON;ext',
      `\`Content-Type\` must be ${media}, but it is "APPLICATION/VND.API+JSON;ext". Quote the URIs of \`ext\` and \`profile\`.`,
    ],
    [
      ext('urn:example:x'),
      `\`Content-Type\` is not supported: the extension "urn:example:x" is not supported (supported: "${atomic}", "${version}").`,
    ],
    [
      `${media};charset=utf-8`,
      '`Content-Type` is not supported: it must have only the parameters `ext` and `profile`, but it has "charset".',
    ],
    [`${ext()};ext=""`, '`Content-Type` is not supported: it has the parameter `ext` twice.'],
    [`${profile()};profile=""`, '`Content-Type` is not supported: it has the parameter `profile` twice.'],
    [media.padEnd(2049), '`Content-Type` must have at most 2,048 characters.'],
  ])('of %s', (contentType, detail) => {
    expect(detailOf(contentType)).toBe(detail);
  });

  test('declares that no extension is supported', () => {
    expect(detailOf(ext(atomic), {})).toContain('(supported: none)');
  });

  test('of no Content-Type names the one to send', () => {
    expect(rejectionOf({ body: true })?.errors[0]?.detail).toBe(`\`Content-Type\` is required: ${media}.`);
  });

  test('is longer than what it quotes by one sentence at most', () => {
    for (const long of [`text/${'x'.repeat(2000)}`, `${media};${'x'.repeat(1900)}=y`, ext('x'.repeat(1900))]) {
      expect(detailOf(long, {}).length).toBeLessThan(250);
    }
    expect(detailOf('x'.repeat(2048))).toContain(`"${'x'.repeat(99)}…"`);
  });

  test('is one line', () => {
    expect(detailOf('a\u001b[31m\r\nb')).not.toMatch(/\p{Cc}/u);
  });

  test('carries Accept with what would be taken, and Vary (NEG-16)', () => {
    expect(rejectionOf({ contentType: 'text/html' })?.headers).toEqual({
      Accept: `${media}, ${ext(atomic)}, ${ext(version)}`,
      Vary: 'Accept',
    });
    expect(rejectionOf({ body: true }, {})?.headers).toEqual({ Accept: media, Vary: 'Accept' });
  });
});
