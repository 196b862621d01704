import { expect, test } from 'vitest';
import { atomic, cursor, ext, flexible, media, profile, version } from '../../test/negotiation.ts';
import { readResponseContentType } from './response-content-type.ts';

test.each<[row: string, contentType: string, extensions: readonly string[], profiles: readonly string[]]>([
  ['NEG-01 the media type', media, [], []],
  ['NEG-04 an extension', ext(atomic), [atomic], []],
  ['NEG-05 a profile', profile(cursor), [], [cursor]],
  ['NEG-04 extensions and profiles', `${ext(atomic, version)};profile="${cursor}"`, [atomic, version], [cursor]],
  ['NEG-06 charset is ignored', `${media}; charset=utf-8`, [], []],
  ['NEG-06 in front of ext', `${media}; charset=utf-8; ext="${atomic}"`, [atomic], []],
  ['NEG-06 behind profile', `${profile(cursor)}; version=1.1; q=0.5`, [], [cursor]],
  ['NEG-06 given twice', `${media}; charset=a; charset=b`, [], []],
  ['NEG-06 a name of every object', `${media}; constructor=a; __proto__=b`, [], []],
  ['NEG-20 in any case', 'Application/Vnd.API+json;EXT="urn:A"', ['urn:A'], []],
  ['AMB-09 ext twice', `${ext(atomic)};ext="${version} ${atomic}"`, [atomic, version], []],
  ['AMB-09 repeated spaces', `${media};profile=" ${cursor}   ${flexible} "`, [], [cursor, flexible]],
  ['AMB-09 an empty list', `${ext()};profile=""`, [], []],
  ['what no server of ours supports', ext('urn:example:x'), ['urn:example:x'], []],
])('%s: %j', (_, contentType, extensions, profiles) => {
  const found = readResponseContentType(contentType);
  expect(found).toEqual({ extensions, profiles });
  expect([found, found?.extensions, found?.profiles].every(Object.isFrozen)).toBe(true);
});

test.each([
  ['none', undefined],
  ['none, as fetch says it', null],
  ['an empty one', ''],
  ['NEG-23 JSON', 'application/json'],
  ['NEG-23 HTML', 'text/html; charset=utf-8'],
  ['NEG-23 a longer subtype', `${media}x`],
  ['a malformed one', `${media};ext=urn:x`],
  ['one above 2,048 characters', media.padEnd(2049)],
])('no document: %s', (_, contentType) => {
  expect(readResponseContentType(contentType)).toBeUndefined();
});
