import { describe, expect, test } from 'vitest';
import { readParameters } from './parameters.ts';

describe('readParameters', () => {
  test.each<[row: string, parameters: [string, string][], extensions: string[], profiles: string[]]>([
    ['NEG-02: none', [], [], []],
    ['NEG-03: one URI', [['ext', 'a']], ['a'], []],
    ['NEG-24: several URIs', [['ext', 'a b']], ['a', 'b'], []],
    [
      'NEG-02: both',
      [
        ['profile', 'p q'],
        ['ext', 'a'],
      ],
      ['a'],
      ['p', 'q'],
    ],
    [
      'AMB-09: an empty list',
      [
        ['ext', ''],
        ['profile', ''],
      ],
      [],
      [],
    ],
    ['AMB-09: repeated spaces', [['ext', '  a   b ']], ['a', 'b'], []],
    ['NEG-03: U+0020 alone separates', [['ext', 'a\tb,c\u00a0d']], ['a\tb,c\u00a0d'], []],
  ])('%s', (_, parameters, extensions, profiles) => {
    expect(readParameters(parameters, '1.1')).toEqual({ extensions, profiles });
  });

  test.each<[row: string, parameters: [string, string][], names: string]>([
    ['NEG-10: another parameter', [['charset', 'utf-8']], '"charset"'],
    [
      'NEG-10: another parameter beside ext',
      [
        ['ext', 'a'],
        ['version', '1'],
      ],
      '"version"',
    ],
    ['NEG-19: a weight does not have a place here', [['q', '1']], '"q"'],
    [
      'AMB-09: ext twice',
      [
        ['ext', 'a'],
        ['ext', 'a'],
      ],
      'ext',
    ],
    [
      'AMB-09: ext twice, first empty',
      [
        ['ext', ''],
        ['ext', 'a'],
      ],
      'ext',
    ],
    [
      'AMB-09: profile twice',
      [
        ['profile', 'p'],
        ['ext', 'a'],
        ['profile', 'p'],
      ],
      'profile',
    ],
    ['a prototype name', [['constructor', 'a']], '"constructor"'],
  ])('rejects %s', (_, parameters, names) => {
    expect(readParameters(parameters, '1.1')).toMatchObject({ reason: { text: expect.stringContaining(names) } });
  });

  test('NEG-17: version 1.0 has none, not even empty ones', () => {
    expect(readParameters([], '1.0')).toEqual({ extensions: [], profiles: [] });
    for (const name of ['ext', 'profile', 'charset']) {
      expect(readParameters([[name, '']], '1.0')).toMatchObject({
        reason: { text: expect.stringContaining(`"${name}"`) },
      });
    }
  });

  test('a long name is cut', () => {
    expect(readParameters([['x'.repeat(2000), '']], '1.1')).toMatchObject({
      reason: { text: `it must have only the parameters \`ext\` and \`profile\`, but it has "${'x'.repeat(99)}…"` },
    });
    expect(readParameters([['x'.repeat(2000), '']], '1.0')).toMatchObject({
      reason: { text: expect.stringContaining(`"${'x'.repeat(99)}…"`) },
    });
  });
});
