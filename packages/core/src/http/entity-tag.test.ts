import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type EntityTag, type EntityTags, formatEntityTag, parseEntityTags } from './entity-tag.ts';

const strong = (...opaque: readonly string[]): readonly EntityTag[] =>
  opaque.map((each) => ({ opaque: each, isWeak: false }));

test.each<[string, string, EntityTags | undefined]>([
  ['one', '"a"', strong('a')],
  ['an empty one', '""', strong('')],
  ['a weak one', 'W/"a"', [{ opaque: 'a', isWeak: true }]],
  ['a list', '"a", W/"b","c"', [...strong('a'), { opaque: 'b', isWeak: true }, ...strong('c')]],
  ['commas and other signs inside', '"a,b", "c;*W/"', strong('a,b', 'c;*W/')],
  ['what bytes above ASCII become', '"\u00e9\u00ff"', strong('\u00e9\u00ff')],
  ['empty elements and tabs', ' ,, "a" ,\t"b" , ', strong('a', 'b')],
  ['nothing', '', []],
  ['any', '*', '*'],
  ['any, with space around it', ' * ', '*'],
  ['any among others', '*, "a"', undefined],
  ['any in quotation marks is a tag', '"*"', strong('*')],
  ['no quotation marks', 'a', undefined],
  ['half of them', '"a', undefined],
  ['the other half', 'a"', undefined],
  ['a small w', 'w/"a"', undefined],
  ['weak without a tag', 'W/', undefined],
  ['weak with a space', 'W/ "a"', undefined],
  ['no comma between', '"a" "b"', undefined],
  ['no comma and no space', '"a""b"', undefined],
  ['a space inside', '"a b"', undefined],
  ['a control character', '"a\u0000"', undefined],
  ['DEL', '"\u007f"', undefined],
  ['what is not a byte', '"\u0100"', undefined],
  ['no escapes: the backslash is a character', '"a\\"', strong('a\\')],
  ['as long as can be', `"${'a'.repeat(4094)}"`, strong('a'.repeat(4094))],
  ['longer', `"${'a'.repeat(4095)}"`, undefined],
])('parseEntityTags: %s', (_, value, tags) => {
  expect(parseEntityTags(value)).toEqual(tags);
});

test('returns all tags of a list', () => {
  const tag = fc.record({ opaque: fc.stringMatching(/^[!#-~\x80-\xff]{0,20}$/), isWeak: fc.boolean() });
  fc.assert(
    fc.property(fc.array(tag, { maxLength: 8 }), (tags) => {
      const text = tags.map(({ opaque, isWeak }) => `${isWeak ? 'W/' : ''}"${opaque}"`).join(', ');
      expect(parseEntityTags(text)).toEqual(tags);
    }),
  );
});

test('any text is parsed or rejected, without an exception', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('"', 'W/', ',', ' ', '*', 'a', '-', '\\', '\u00ff')), (parts) => {
      parseEntityTags(parts.join(''));
    }),
    { numRuns: 2000 },
  );
});

test('formatEntityTag: version and document, one of them alone', () => {
  expect(formatEntityTag('v', 'text')).toMatch(/^"v-[\da-f]{16}"$/);
  expect(formatEntityTag('v', undefined)).toBe('"v-"');
  expect(formatEntityTag(undefined, 'text')).toMatch(/^"[\da-f]{16}"$/);
});
