import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMemberName } from './member-name.ts';

const RESERVED = [...'+,.[]!"#$%&\'()*/:;<=>?@\\^`{|}~'];
const CONTROLS = [...Array.from({ length: 0x20 }, (_, code) => String.fromCharCode(code)), '\u007f'];
const LETTERS = [...'azAZ09mM5'];
const BEYOND_ASCII = ['\u0080', '\u009f', '\u00a0', 'é', '\u2028', 'ß', '漢', '\ufeff', '\uffff', '😀', '\u{10ffff}'];
const shown = (text: string): string => JSON.stringify(text);

/** The rules in the order of the specification, each by a set of code points: slow, but nothing like the code under test. */
function obeysTheRules(text: string): boolean {
  const characters = [...text];
  const isGlobal = (it: string): boolean => /^[a-zA-Z0-9]$/.test(it) || (it.codePointAt(0) as number) > 127;
  if (characters.length === 0) return false;
  if (characters.some((character) => RESERVED.includes(character) || CONTROLS.includes(character))) return false;
  return isGlobal(characters[0] as string) && isGlobal(characters.at(-1) as string);
}

describe('NAM-02: at least one character', () => {
  test('the empty text is not a name', () => {
    expect(isMemberName('')).toBe(false);
  });
});

describe('NAM-04: letters, digits and everything from U+0080 stand anywhere', () => {
  test.each([...LETTERS, ...BEYOND_ASCII].map((it) => [shown(it), it]))('%s', (_, character) => {
    for (const name of [character, `${character}x`, `x${character}`, `x${character}x`]) {
      expect(isMemberName(name)).toBe(true);
    }
  });

  test('the neighbours of the ranges are outside', () => {
    for (const character of ['/', ':', '@', '[', '`', '{']) expect(isMemberName(character)).toBe(false);
  });

  test('AMB-24: lone surrogates are legal by the letter', () => {
    for (const name of ['\ud800', '\udfff', 'a\ud800', '\udc00a', 'a\ud800b']) expect(isMemberName(name)).toBe(true);
  });
});

describe('NAM-03, NAM-05: hyphen-minus, low line and space stand inside only', () => {
  test.each([['-'], ['_'], [' ']])('%j', (character) => {
    expect(isMemberName(`a${character}b`)).toBe(true);
    expect(isMemberName(`a${character}${character}b`)).toBe(true);
    expect(isMemberName(`é${character}漢`)).toBe(true);
    for (const name of [
      character,
      `${character}a`,
      `a${character}`,
      character + character,
      `${character}a${character}`,
    ]) {
      expect(isMemberName(name)).toBe(false);
    }
  });

  test.each([['__proto__'], ['__defineGetter__'], ['_id'], ['id_'], [' a'], ['a ']])('%j is not a name', (name) => {
    expect(isMemberName(name)).toBe(false);
  });
});

describe('NAM-06, NAM-07: reserved characters and controls stand nowhere', () => {
  test('there are 30 reserved characters, with the at sign, and 33 controls', () => {
    expect(new Set(RESERVED).size).toBe(30);
    expect(new Set(CONTROLS).size).toBe(33);
  });

  test.each([...RESERVED, ...CONTROLS].map((it) => [shown(it), it]))('%s', (_, character) => {
    for (const name of [character, `${character}a`, `a${character}`, `a${character}b`, `ab${character}cd`]) {
      expect(isMemberName(name)).toBe(false);
    }
  });

  test('a line feed at the end does not slip through', () => {
    expect(isMemberName('title\n')).toBe(false);
    expect(isMemberName('title\r\n')).toBe(false);
  });
});

describe('names', () => {
  test.each([['title'], ['a'], ['0'], ['firstName'], ['first-name'], ['first_name'], ['first name'], ['größe']])(
    '%s is one',
    (name) => {
      expect(isMemberName(name)).toBe(true);
    },
  );

  test.each([['constructor'], ['toString'], ['hasOwnProperty'], ['length']])(
    '%s is one: no prototype is asked',
    (name) => {
      expect(isMemberName(name)).toBe(true);
    },
  );

  test.each([['@id'], ['atomic:operations'], ['author.name'], ['a[b]'], ['a,b']])('%s is none', (name) => {
    expect(isMemberName(name)).toBe(false);
  });

  test('a name may be long, and one wrong character far inside or at the end is found', () => {
    const long = 'a'.repeat(1_000_000);
    expect(isMemberName(long)).toBe(true);
    expect(isMemberName(`${long}-`)).toBe(false);
    expect(isMemberName(`${long}.${long}`)).toBe(false);
    expect(isMemberName('-'.repeat(1_000_000))).toBe(false);
  });

  test('any text: the answer is that of the rules, read one by one', () => {
    const character = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom(...LETTERS, ...'-_ ', ...BEYOND_ASCII) },
      { weight: 1, arbitrary: fc.integer({ min: 0, max: 0x100 }).map((code) => String.fromCharCode(code)) },
    );
    const answers = new Set<boolean>();
    fc.assert(
      fc.property(fc.array(character, { maxLength: 8 }), (characters) => {
        const text = characters.join('');
        const expected = obeysTheRules(text);
        answers.add(expected);
        expect(isMemberName(text)).toBe(expected);
      }),
      { numRuns: 2000 },
    );
    expect(answers.size).toBe(2);
  });

  test('every code unit: the answer is that of the rules, at both ends and inside', () => {
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      for (const name of [`${character}a`, `a${character}`, `a${character}a`]) {
        if (isMemberName(name) !== obeysTheRules(name)) expect.fail(`U+${code.toString(16)} in ${shown(name)}`);
      }
    }
  });
});
