import { describe, expect, test } from 'vitest';
import { englishTexts } from './english-texts.ts';
import { sharedTexts } from './shared-texts.ts';
import { type TextPart, textParts } from './text-parts.ts';

/** A part as text: its key, and its values. */
function shown({ key, values }: TextPart): string {
  const texts = Object.entries(values).map(([name, it]) => `${name}=${typeof it === 'string' ? it : `<${shown(it)}>`}`);
  return [key, ...texts].join(' ');
}

test.each<[code: string, detail: string, parts: readonly string[] | undefined]>([
  ['NOT_FOUND', 'This URL does not exist.', ['NOT_FOUND.url']],
  [
    'ATTRIBUTE_UNKNOWN',
    'Type "articles" does not have an attribute "titel". Did you mean `title`?',
    ['ATTRIBUTE_UNKNOWN.attribute type=articles name=titel', 'common.didYouMean name=`title`'],
  ],
  [
    'FILTER_NOT_SUPPORTED',
    'Type "a" cannot be filtered by "b. c". Did you mean `b`? Supported: `b`, `d`, and 3 more.',
    [
      'FILTER_NOT_SUPPORTED.field type=a field=b. c',
      'common.didYouMean name=`b`',
      'common.supported names=<names.more names=`b`, `d` count=3>',
    ],
  ],
  [
    'TYPE_CONFLICT',
    'The relationship `owner` accepts only the types "a" or "b" or "c", but the resource identifier has type "x".',
    [
      'TYPE_CONFLICT.identifierOfSeveral name=owner types=<types.either types="a" types2=<types.either types="b" types2="c">> value=x',
    ],
  ],
  [
    'DOCUMENT_INVALID',
    '`data` must be a single resource object, but it is an array of 2 elements.',
    ['DOCUMENT_INVALID.data found=<found.array count=2>'],
  ],
  [
    'FIELD_READ_ONLY',
    'The attribute `a` is read-only. Remove it from the request document.',
    ['FIELD_READ_ONLY.attribute name=a reason=<reason.readOnly>'],
  ],
  ['ATTRIBUTE_INVALID', 'title: Too small. Really.', ['ATTRIBUTE_INVALID.issue name=title message=Too small. Really.']],
  ['ATTRIBUTE_INVALID', 'at: "x" is required. No.', ['ATTRIBUTE_INVALID.memberRequired name=at member=x message=No.']],
  ['found', 'an object', undefined],
  ['common', 'Did you mean `a`?', undefined],
  ['OUT_OF_STOCK', 'This URL does not exist.', undefined],
  ['NOT_FOUND', 'The application says so.', undefined],
  ['NOT_FOUND', 'This URL does not exist. And more.', undefined],
  ['NOT_FOUND', '', undefined],
  ['constructor', 'This URL does not exist.', undefined],
  ['__proto__', 'This URL does not exist.', undefined],
])('%s: %s', (code, detail, parts) => {
  expect(textParts({ code, detail })?.map(shown)).toEqual(parts);
});

test('an error without `code` or `detail` has no parts', () => {
  expect([textParts({}), textParts({ code: 'NOT_FOUND' }), textParts({ detail: 'This URL does not exist.' })]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('each text', () => {
  const cases = Object.entries(englishTexts).flatMap(([group, named]) =>
    Object.hasOwn(sharedTexts, group)
      ? []
      : Object.entries<string>(named).map(([name, text]) => [group, name, text] as const),
  );
  test.each(cases)('%s.%s is found again with other values', (code, name, text) => {
    const names = [...text.matchAll(/\{(\w+)\}/g)].map(([, it = '']) => it);
    const detail = text.replace(/\{(\w+)\}/g, '<$1>');
    expect(textParts({ code, detail })).toEqual([
      { key: `${code}.${name}`, values: Object.fromEntries(names.map((it) => [it, `<${it}>`])) },
    ]);
  });
});

// In exponential or cubic time, each of these would take minutes.
test.each<[string, string, string]>([
  ['sentences', 'SORT_NOT_SUPPORTED', 'Did you mean a? '.repeat(120)],
  ['ends', 'FILTER_NOT_SUPPORTED', `Type "${'" cannot be filtered by ". '.repeat(70)}`],
  ['colons', 'ATTRIBUTE_INVALID', ': ". '.repeat(400)],
  ['alternatives', 'TYPE_CONFLICT', `The relationship \`a\` accepts only type ${'a or '.repeat(300)}b, but`],
  ['a very long text', 'NOT_FOUND', `"${'x'.repeat(5_000_000)}" is not a resource type of this API.`],
])('hostile: %s', (_, code, detail) => {
  expect(textParts({ code, detail }) === undefined).toBe(code !== 'ATTRIBUTE_INVALID');
});
