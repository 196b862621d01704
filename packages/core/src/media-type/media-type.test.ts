import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMediaType, parseMediaType, parseMediaTypeList } from './media-type.ts';
import { readResponseContentType } from './response-content-type.ts';

type Parameters = readonly (readonly [name: string, value: string])[];
const api = 'application/vnd.api+json';

describe('parseMediaType (NEG-20)', () => {
  test.each<[text: string, essence: string, parameters: Parameters]>([
    [api, api, []],
    ['Application/VND.API+JSON', api, []],
    [` \t${api}\t `, api, []],
    [`${api};ext="a b"`, api, [['ext', 'a b']]],
    [`${api}; EXT="A B"`, api, [['ext', 'A B']]],
    [`${api} \t; \t ext="a"`, api, [['ext', 'a']]],
    [
      `${api};ext="a" ;profile="b" `,
      api,
      [
        ['ext', 'a'],
        ['profile', 'b'],
      ],
    ],
    [`${api};ext=""`, api, [['ext', '']]],
    [`${api};ext="a,b;c=d"`, api, [['ext', 'a,b;c=d']]],
    [`${api};ext="a\tb \u0080é€"`, api, [['ext', 'a\tb \u0080é€']]],
    [`${api};ext="a\\"b\\\\c\\d"`, api, [['ext', 'a"b\\cd']]],
    [`${api};charset=utf-8`, api, [['charset', 'utf-8']]],
    [`${api};AZaz09=AZaz09`, api, [['azaz09', 'AZaz09']]],
    [`${api};x=!#$%&'*+-.^_\`|~`, api, [['x', "!#$%&'*+-.^_`|~"]]],
    [
      `${api};ext="a";ext="b"`,
      api,
      [
        ['ext', 'a'],
        ['ext', 'b'],
      ],
    ],
    [`${api};`, api, []],
    [`${api}; ; ;ext="a";;`, api, [['ext', 'a']]],
    ['*/*', '*/*', []],
    ['text/html', 'text/html', []],
  ])('%s', (text, essence, parameters) => {
    expect(parseMediaType(text)).toEqual({ essence, parameters });
  });

  test.each([
    ['', 'is empty'],
    [' ', 'is empty'],
    ['application', 'does not have a subtype'],
    ['application/', 'does not have a subtype'],
    ['/json', 'does not have a type'],
    ['application /json', 'has a space before the slash'],
    ['application/ json', 'has a space behind the slash'],
    [`${api} x`, 'has text behind the subtype'],
    [`${api}, ${api}`, 'is a list'],
    [`${api},`, 'is a list'],
    [`${api};ext`, 'has a parameter without a value'],
    [`${api};ext=`, 'has a parameter without a value'],
    [`${api};="a"`, 'has a parameter without a name'],
    [`${api};ext ="a"`, 'has a space before the equals sign'],
    [`${api};ext= "a"`, 'has a space behind the equals sign'],
    [`${api};ext="a`, 'has an open quotation mark'],
    [`${api};ext="a\\"`, 'has an escaped closing mark'],
    [`${api};ext="a\\`, 'ends with a backslash'],
    [`${api};ext="a"b`, 'has text behind the closing mark'],
    [`${api};ext="a\u0000"`, 'has a control in quotation marks'],
    [`${api};ext="a\n"`, 'has a line feed in quotation marks'],
    [`${api};ext="a\u001f"`, 'has the last control in quotation marks'],
    [`${api};ext="a\\\u007f"`, 'has an escaped control'],
    [`${api};ext='a b'`, 'has the wrong kind of quotation marks'],
    [`${api};ext=https://example.com/`, 'has a URI without quotation marks (AMB-09)'],
    [`${api};ext="a"\n`, 'ends with a line feed'],
    [`\n${api}`, 'starts with a line feed'],
    ['äpplication/json', 'has a letter outside ASCII'],
  ])('%j is malformed: it %s', (text) => {
    expect(parseMediaType(text)).toBeUndefined();
  });

  test('2,048 characters are the longest', () => {
    const padded = (length: number): string => `${api};ext="${'a'.repeat(length - api.length - 7)}"`;
    expect(padded(2048)).toHaveLength(2048);
    expect(parseMediaType(padded(2048))?.essence).toBe(api);
    expect(parseMediaType(padded(2049))).toBeUndefined();
  });
});

describe('parseMediaTypeList (NEG-20)', () => {
  const essences = (text: string): string[] | undefined => parseMediaTypeList(text)?.map((it) => it.essence);

  test.each([
    ['', []],
    [' \t', []],
    [',', []],
    [' , ,, ', []],
    ['a/b', ['a/b']],
    ['a/b,c/d', ['a/b', 'c/d']],
    ['a/b , c/d', ['a/b', 'c/d']],
    ['a/b\t,\tc/d', ['a/b', 'c/d']],
    [',a/b,,c/d,', ['a/b', 'c/d']],
    ['a/b, a/b', ['a/b', 'a/b']],
    ['a/b;x="1,2",c/d', ['a/b', 'c/d']],
    ['a/b;x="1\\",2",c/d', ['a/b', 'c/d']],
    ['*/*;q=0.1, A/B', ['*/*', 'a/b']],
  ])('%j has the elements %j', (text, expected) => {
    expect(essences(text)).toEqual(expected);
  });

  test.each([
    ['garbage', []],
    ['*', []],
    ['garbage, a/b', ['a/b']],
    ['a/b, garbage', ['a/b']],
    ['a/b, garb age, c/d', ['a/b', 'c/d']],
    ['a/b c/d, e/f', ['e/f']],
    ['a/b;x, c/d', ['c/d']],
    ['a/b;x=, c/d', ['c/d']],
    ['a/b;x="1"2, c/d', ['c/d']],
    ['a/b;x=y z, c/d', ['c/d']],
    ['"a/b, c/d", e/f', ['e/f']],
    ['x "a, b/c, d" y, e/f', ['e/f']],
    ['x "a, b/c \\" , d/e" y, f/g', ['f/g']],
    ['a/b, c/d;x="e/f, g/h', ['a/b']],
    ['a/b;x="\\', []],
    ['a/b; q=0.5; =, c/d', ['c/d']],
    ['a/b;x="\n, c/d", e/f', ['e/f']],
  ])('%j: malformed elements are left out', (text, expected) => {
    expect(essences(text)).toEqual(expected);
  });

  test('elements keep their parameters in order, the weight among them', () => {
    expect(parseMediaTypeList(`${api};ext="a b";q=0.5;profile=c, */*;q=0`)).toEqual([
      {
        essence: api,
        parameters: [
          ['ext', 'a b'],
          ['q', '0.5'],
          ['profile', 'c'],
        ],
      },
      { essence: '*/*', parameters: [['q', '0']] },
    ]);
  });

  test('2,048 characters are the longest', () => {
    expect(essences(`${','.repeat(2045)}a/b`)).toEqual(['a/b']);
    expect(essences(`${','.repeat(2046)}a/b`)).toBeUndefined();
  });

  test('any text is read to its end, and a good element in front of it is found', () => {
    const piece = fc.constantFrom(
      'a',
      '/',
      ';',
      '=',
      '"',
      '\\',
      ',',
      ' ',
      '*',
      'q',
      '\t',
      '\n',
      'é',
      'ext',
      '0.5',
      'a/b',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        expect(essences(`x/y,${text}`)).toEqual(['x/y', ...(essences(text) ?? [])]);
        const alone = parseMediaType(text);
        if (alone !== undefined) expect(parseMediaTypeList(text)).toEqual([alone]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatMediaType', () => {
  test.each<[text: string, extensions: string[], profiles: string[]]>([
    [api, [], []],
    [`${api}; ext="https://a.example/"`, ['https://a.example/'], []],
    [`${api}; profile="https://p.example/"`, [], ['https://p.example/']],
    [
      `${api}; ext="https://a.example https://b.example"; profile="urn:example:p"`,
      ['https://a.example', 'https://b.example'],
      ['urn:example:p'],
    ],
  ])('NEG-03, NEG-24: %s', (text, extensions, profiles) => {
    expect(formatMediaType({ extensions, profiles })).toBe(text);
    const parameters: Parameters = parseMediaType(text)?.parameters ?? [];
    const list = (name: string): string[] => parameters.find(([it]) => it === name)?.[1].split(' ') ?? [];
    expect([list('ext'), list('profile')]).toEqual([extensions, profiles]);
  });

  test('without lists it is the media type', () => {
    expect(formatMediaType()).toBe(api);
    expect(formatMediaType({ profiles: ['urn:p'] })).toBe(`${api}; profile="urn:p"`);
  });

  test.each([[''], ['urn:a b'], ['urn:"'], ['urn:\\'], ['urn:\n'], ['urn:\u007f'], ['urn:é'], ['urn:\u0000']])(
    'NEG-03: %j is not a URI',
    (uri) => {
      expect(() => formatMediaType({ extensions: ['urn:a', uri] })).toThrow(TypeError);
      expect(() => formatMediaType({ profiles: [uri] })).toThrow(
        `${JSON.stringify(uri)} is not a valid URI for the parameter \`profile\``,
      );
    },
  );

  test.each([undefined, null, 5, Symbol('x'), {}, Object.create(null), [[]]])(
    'NEG-03: a value of another kind is not a URI',
    (uri) => {
      expect(() => formatMediaType({ extensions: [uri as never] })).toThrow(
        '`extensions` must contain only strings, but it contains',
      );
    },
  );

  test('property: parsing gives back what was formatted', () => {
    const piece = fc.constantFrom('a', ',', ';', '=', "'", '%20', '/', '~', '!', '#', '[', ']', 'q=0', 'ext');
    const uri = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => `urn:${pieces.join('')}`);
    const uris = fc.uniqueArray(uri, { maxLength: 5 });
    fc.assert(
      fc.property(uris, uris, (extensions, profiles) => {
        const text = formatMediaType({ extensions, profiles });
        expect(readResponseContentType(text)).toEqual({ extensions, profiles });
        expect(parseMediaTypeList(`${text}, ${text}`)).toEqual([parseMediaType(text), parseMediaType(text)]);
      }),
    );
  });
});
