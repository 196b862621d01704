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
  unknown,
  version,
} from '../../test/negotiation.ts';

const rejected = '406 Accept';

describe('which header values allow the media type', () => {
  test.each<[row: string, accept: string | null | undefined, contentType: string]>([
    ['NEG-21 absent', undefined, media],
    ['NEG-21 absent, as fetch says it', null, media],
    ['NEG-21 empty', '', media],
    ['NEG-21 white space', ' \t ', media],
    ['NEG-21 everything', '*/*', media],
    ['NEG-21 every application', 'application/*', media],
    ['NEG-21 every application, in capitals', 'APPLICATION/*', media],
    ['NEG-21 everything with a weight', '*/*;q=0.1', media],
    ['NEG-21 everything, as a last resort', 'text/html, application/xhtml+xml;q=0.9, */*;q=0.8', media],
    [
      'NEG-21 what browsers send',
      'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
      media,
    ],
    ['NEG-21 what older Java sends', 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', media],
    ['NEG-21 the range is more specific than everything', '*/*;q=0, application/*', media],
    ['NEG-19 everything but applications', 'application/*;q=0, */*', rejected],
    ['NEG-19 nothing', '*/*;q=0', rejected],
    ['NEG-19 no applications', 'application/*;q=0.000', rejected],
    ['NEG-21 of the same range twice the higher weight counts', '*/*;q=0, */*;q=0.1', media],
    ['NEG-21 of the same range twice the higher weight counts', '*/*;q=0.1, */*;q=0', media],
    ['NEG-21 a range with a parameter is another range', '*/*;level=1', rejected],
    ['NEG-21 a range with a parameter rejects nothing', '*/*;level=1;q=0, */*', media],
    ['NEG-21 a range with an extension is not an instance', `*/*;ext="${atomic}"`, rejected],
    ['NEG-22, AMB-10 other media types only', 'text/html, application/json', rejected],
    ['NEG-22 JSON', 'application/json', rejected],
    ['NEG-22 another range', 'text/*', rejected],
    ['NEG-22 a longer subtype', `${media}x`, rejected],
    ['NEG-22 the media type as a parameter', `text/plain;x="${media}"`, rejected],
    ['AMB-10 nothing that can be read', 'garbage', rejected],
    ['AMB-10 a lone asterisk', '*', rejected],
  ])('%s: %j', (_, accept, contentType) => {
    expect(outcomeOf({ accept })).toBe(contentType);
  });
});

describe('how an instance of the media type is read', () => {
  test.each<[row: string, accept: string, contentType: string]>([
    ['NEG-01 the media type', media, media],
    ['NEG-01 among others', `text/html, ${media};q=0.1, application/json`, media],
    ['NEG-02 an extension and a profile', `${ext(atomic)};profile="${cursor}"`, `${ext(atomic)}; profile="${cursor}"`],
    ['NEG-02 in the other order', `${profile(cursor)};ext="${atomic}"`, `${ext(atomic)}; profile="${cursor}"`],
    ['NEG-07 an extension', ext(atomic), ext(atomic)],
    ['NEG-07 two extensions', ext(version, atomic), ext(version, atomic)],
    ['NEG-07 the same extension twice in one list', ext(atomic, atomic), ext(atomic)],
    ['NEG-08 a profile', profile(cursor), profile(cursor)],
    ['NEG-08 two profiles', profile(flexible, cursor), profile(flexible, cursor)],
    ['NEG-15 an unknown profile beside a known one', profile('urn:example:x', flexible), profile(flexible)],
    ['NEG-15 unknown profiles only', profile('urn:example:x', 'constructor'), media],
    ['NEG-15 an extension is not a profile', profile(atomic), media],
    ['NEG-15 an unknown profile beside an extension', `${ext(atomic)};profile="urn:x"`, ext(atomic)],
    ['AMB-19 a profile without its slash', profile(cursor.slice(0, -1)), profile(cursor)],
    ['AMB-19 a profile with a slash', profile(`${flexible}/`), profile(flexible)],
    ['AMB-19 both forms are one profile', profile(cursor, cursor.slice(0, -1)), profile(cursor)],
    ['NEG-20 in any case', 'Application/Vnd.Api+Json', media],
    ['NEG-20 parameter names in capitals', `${media};EXT="${atomic}"`, ext(atomic)],
    ['NEG-20 optional white space', `\t${media} ; ext="${atomic}" \t, */*`, ext(atomic)],
    ['NEG-20 empty elements', ` , ,${ext(atomic)},, `, ext(atomic)],
    ['NEG-20 empty elements only', ' , ,', media],
    ['NEG-20 empty parameters', `${media};;ext="${atomic}"; `, ext(atomic)],
    ['NEG-20 an escaped character', `${media};ext="https\\://jsonapi.org/ext/atomic"`, ext(atomic)],
    ['NEG-20 a comma and a semicolon inside quotation marks', `text/plain;x="a, ${media};b"`, rejected],
    ['NEG-20 a comma inside a list of profiles', profile('urn:a,b', cursor), profile(cursor)],
    ['NEG-20 an escaped quotation mark', `text/plain;x="\\", ${media}", ${ext(atomic)}`, ext(atomic)],
    ['NEG-20 a malformed element beside a good one', `garb age, ${ext(atomic)}`, ext(atomic)],
    ['NEG-20 a malformed instance beside a good one', `${media};ext, ${media};q=0.1`, media],
    ['NEG-20 a malformed instance beside everything', `${media};ext, */*;q=0.1`, media],
    ['NEG-20 an open quotation mark takes the rest', `${ext(atomic)}, ${media};ext="${version}, */*`, ext(atomic)],
    ['NEG-20 a control makes an element malformed', `${media};profile="\u0001, */*", text/html`, rejected],
    ['NEG-20 header lines joined', `text/html,${ext(atomic)}, */*`, ext(atomic)],
    ['NEG-20 2,048 characters', ext(atomic).padEnd(2048), ext(atomic)],
    ['NEG-20 2,049 characters', ext(atomic).padEnd(2049), rejected],
    ['NEG-20 very many elements', `${',*/*'.repeat(400)},${media}`, media],
    ['AMB-09 an empty list', ext(), media],
    ['AMB-09 repeated spaces', `${media};ext="  ${atomic}  "`, ext(atomic)],
    ['AMB-09 an extension without quotation marks', `${media};ext=${atomic}`, rejected],
    ['AMB-09 ext twice', `${ext(atomic)};ext="${atomic}"`, rejected],
    ['AMB-09 profile twice', `${profile(cursor)};profile="${cursor}"`, rejected],
  ])('%s: %j', (_, accept, contentType) => {
    expect(outcomeOf({ accept })).toBe(contentType);
  });
});

describe('which instances can be met', () => {
  test.each<[row: string, accept: string, contentType: string]>([
    ['NEG-12 one with charset is ignored', `${media};charset=utf-8, ${ext(atomic)};q=0.1`, ext(atomic)],
    ['NEG-12 whatever its weight', `${media};charset=utf-8;q=1, ${media};q=0.001`, media],
    ['NEG-12 whatever else it asks for', `${ext(atomic)};version=1, ${media};q=0.1`, media],
    ['NEG-12 a parameter behind the weight', `${ext(atomic)};q=1;level=1, ${media};q=0.1`, media],
    ['NEG-12 a parameter with an empty value', `${ext(atomic)};level="", ${media};q=0.1`, media],
    ['NEG-13 charset on the only instance', `${media};charset=utf-8`, rejected],
    ['NEG-13 such parameters on all instances', `${media};charset=utf-8, ${ext(atomic)};version=1`, rejected],
    ['NEG-13, AMB-11 next to everything', `${media};charset=utf-8, */*`, rejected],
    ['NEG-13, AMB-11 next to every application', `application/*, ${media};charset=utf-8`, rejected],
    ['NEG-14 an unsupported extension', ext(unknown), rejected],
    ['NEG-14 a profile is not an extension', ext(cursor), rejected],
    ['NEG-14 another case is another URI', ext(atomic.toUpperCase()), rejected],
    ['NEG-14 a slash at its end makes another URI', ext(`${atomic}/`), rejected],
    ['NEG-14 a name of every object', ext('constructor'), rejected],
    ['NEG-14 partly supported is not supported', ext(atomic, unknown), rejected],
    ['NEG-14 every instance with one', `${ext(unknown)}, ${ext(atomic, 'urn:example:y')};q=0.5`, rejected],
    ['NEG-14, AMB-11 next to everything', `${ext(unknown)}, */*;q=0.1`, rejected],
    ['NEG-14 an instance that can be met', `${ext(unknown)}, ${ext(version)};q=0.1`, ext(version)],
    ['NEG-14 partly supported beside one that can be met', `${ext(atomic, unknown)}, ${media};q=0.1`, media],
    ['NEG-14 an unsupported one behind one that can be met', `${media};q=0.1, ${ext(unknown)}`, media],
    ['NEG-18 ignored and unsupported together', `${media};charset=utf-8, ${ext(unknown)}`, rejected],
    ['NEG-18 next to everything', `${ext(unknown)}, ${media};charset=utf-8, */*`, rejected],
    ['NEG-18 and one that can be met', `${media};charset=utf-8, ${ext(unknown)}, ${profile(cursor)}`, profile(cursor)],
    ['NEG-19 rejected by its weight', `${media};q=0`, rejected],
    ['NEG-19 rejected next to everything', `${media};q=0, */*`, rejected],
    ['NEG-19 rejected beside another', `${ext(atomic)};q=0, ${media};q=0.1`, media],
    ['NEG-19 rejected, ignored and unsupported', `${media};q=0, ${media};a=b, ${ext(unknown)}`, rejected],
    ['NEG-19 allowed next to nothing', `${media};q=0.1, */*;q=0`, media],
    ['NEG-22 an instance goes before any range', `${ext(atomic)};q=0.1, */*`, ext(atomic)],
  ])('%s: %j', (_, accept, contentType) => {
    expect(outcomeOf({ accept })).toBe(contentType);
  });
});

describe('the weight decides between A and B', () => {
  const A = ext(atomic);
  const B = ext(version);

  test.each<[row: string, a: string, b: string, wins: 'A' | 'B' | 'neither']>([
    ['NEG-09 equal without weights: the first', '', '', 'A'],
    ['NEG-09 no weight is 1', ';q=1', '', 'A'],
    ['NEG-09 no weight is 1', '', ';q=1.000', 'A'],
    ['NEG-09 no weight ranks above any below 1', ';q=0.999', '', 'B'],
    ['NEG-09 nor does one behind it change that', '', ';q=0.999', 'A'],
    ['NEG-09 the higher weight', ';q=0.5', ';q=0.6', 'B'],
    ['NEG-09 the higher weight', ';q=0.6', ';q=0.5', 'A'],
    ['NEG-09 equal weights: the first', ';q=0.6', ';q=0.6', 'A'],
    ['NEG-09 in the third place', ';q=0.001', ';q=0.002', 'B'],
    ['NEG-20 the name in capitals', ';Q=0.1', ';Q=0.2', 'B'],
    ['NEG-20 white space around it', ' ; q=0.1', ' ;\tq=0.2 ', 'B'],
    ['NEG-20 in quotation marks', ';q="0.1"', ';q="0.2"', 'B'],
    ['NEG-19 not 0 is not rejected', ';q=0.001', ';q=0', 'A'],
    ['NEG-19 0 without its point', ';q=0.', ';q=0.1', 'B'],
    ['NEG-19 all rejected', ';q=0.0', ';q=0.000', 'neither'],
    ['without the zero, its meaning is plain', ';q=.2', ';q=.3', 'B'],
    ['with more digits, its meaning is plain', ';q=0.33331', ';q=0.3333', 'A'],
    ['above 1: rejected', ';q=1.1', ';q=0.1', 'B'],
    ['far above 1: rejected', ';q=2', ';q=0.1', 'B'],
    ['below 0: rejected', ';q=-1', ';q=0.1', 'B'],
    ['no number: rejected', ';q=high', ';q=0.1', 'B'],
    ['empty: rejected', ';q=""', ';q=0.1', 'B'],
    ['a point: rejected', ';q=.', ';q=0.1', 'B'],
    ['an exponent: rejected', ';q=1e0', ';q=0.1', 'B'],
    ['hexadecimal: rejected', ';q=0x1', ';q=0.1', 'B'],
    ['a space: rejected', ';q=" 1"', ';q=0.1', 'B'],
    ['two weights: rejected', ';q=1;q=0.9', ';q=0.1', 'B'],
  ])('%s: A%s, B%s', (_, a, b, wins) => {
    expect(outcomeOf({ accept: `${A}${a}, ${B}${b}` })).toBe({ A, B, neither: rejected }[wins]);
  });

  test('NEG-19 wherever it stands among the parameters', () => {
    expect(outcomeOf({ accept: `${media};q=0.1;ext="${atomic}", ${media};q=0.2;ext="${version}"` })).toBe(B);
  });
});

describe('a server without extensions and profiles', () => {
  test('NEG-14 answers 406 to any extension, and ignores profiles (NEG-15)', () => {
    expect(outcomeOf({ accept: ext(atomic) }, {})).toBe(rejected);
    expect(outcomeOf({ accept: profile(cursor) }, {})).toBe(media);
  });
});

describe('a server of version 1.0 (NEG-17)', () => {
  test.each<[accept: string, outcome: string]>([
    [media, media],
    ['*/*', media],
    [`${media};q=0.5`, media],
    [ext(), rejected],
    [profile(cursor), rejected],
    [`${profile(cursor)}, ${media};q=0.1`, media],
  ])('Accept %j: %s', (accept, outcome) => {
    expect(outcomeOf({ accept }, { version: '1.0' })).toBe(outcome);
  });
});

describe('the rejection', () => {
  const none = `\`Accept\` must contain a supported ${media}: `;

  test.each<[accept: string, detail: string]>([
    ['text/html', `\`Accept\` must allow ${media}.`],
    ['garbage', '`Accept` must contain a media range.'],
    [' '.repeat(2049), '`Accept` must have at most 2,048 characters.'],
    [
      `${media};charset=utf-8`,
      `${none}it must have only the parameters \`ext\` and \`profile\`, but it has "charset".`,
    ],
    [ext('urn:x'), `${none}the extension "urn:x" is not supported (supported: "${atomic}", "${version}").`],
    [`${media};q=0`, `${none}its weight must be above 0.`],
    [`${ext()};ext="", ${media};q=0`, `${none}it has the parameter \`ext\` twice; its weight must be above 0.`],
    [
      `${media};q=0, ${media};q=0, ${ext()};ext=""`,
      `${none}its weight must be above 0; it has the parameter \`ext\` twice.`,
    ],
  ])('of %j', (accept, detail) => {
    expect(rejectionOf({ accept })?.errors[0]?.detail).toBe(detail);
  });

  test('says two reasons at most', () => {
    const accept = Array.from({ length: 60 }, (_, index) => `${media};a${index}=b`).join();
    const detail = rejectionOf({ accept })?.errors[0]?.detail ?? '';
    expect(detail).toContain('"a0"');
    expect(detail).toContain('"a1"');
    expect(detail).not.toContain('"a2"');
  });

  test('carries Vary (NEG-16)', () => {
    expect(rejectionOf({ accept: 'text/html' })?.headers).toEqual({ Vary: 'Accept' });
  });
});
