import { describe, expect, test } from 'vitest';
import { escapeText, type TextPlace } from './escape-text.ts';

const ESC = '\u001b';
const hostile: readonly (readonly [name: string, text: string])[] = [
  ['a color', `${ESC}[31mred`],
  ['OSC 52, which writes to the clipboard', `${ESC}]52;c;cm0gLXJm\u0007`],
  ['C1 control characters', '\u009b31m\u009d52;c;x\u009c'],
  ['a line that is written over', 'failed\rpassed'],
  ['a deleted character', 'bad\b\b\bgood\u007f'],
  ['bidi controls', 'a\u202eb\u2066c\u2069d\u200fe\u061cf'],
  ['line separators', 'a\u2028b\u2029c\u0085d'],
  ['tags, which are invisible', 'a\u{e0041}\u{e007f}'],
  ['lone surrogates', 'a\ud800b\udc00'],
  ['a zero width space and a byte order mark', 'a\u200bb\ufeff'],
  ['a command of GitHub', '::add-mask::secret'],
  ['a command of GitHub after space', ' \t\u00a0::error::x'],
  ['a command of GitHub in a new line', 'x\n::set-output name=a::b'],
  ['a command of GitHub in the old form', 'x ##[add-mask]secret'],
  ['a command of Azure Pipelines', '##vso[task.setvariable variable=a]b'],
  ['a command of TeamCity', "##teamcity[buildStop comment='x']"],
];
const places: readonly TextPlace[] = ['line', 'github', 'github-property', 'markdown', 'markdown-code', 'xml'];
const driven = /[\p{Cc}\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}]/u;
const commands = /^\s*::|##\w*\[/m;

describe.each(hostile)('%s', (_, text) => {
  test.each(places)('in %s: one line, without controls and commands', (place) => {
    const shown = escapeText(text, place);
    expect(shown).not.toMatch(driven);
    expect(shown).not.toMatch(commands);
    expect(shown).not.toContain('\n');
    expect(shown.isWellFormed()).toBe(true);
  });

  test('in lines: without controls and commands, and a JSON text keeps its value', () => {
    const json = JSON.stringify({ [text]: [text] }, null, 2);
    const shown = escapeText(json, 'lines');
    expect(escapeText(text, 'lines').replaceAll(/[\t\n]/g, '')).not.toMatch(driven);
    expect(escapeText(text, 'lines')).not.toMatch(commands);
    expect(shown.replaceAll('\n', '')).not.toMatch(driven);
    expect(JSON.parse(shown)).toEqual(JSON.parse(json));
  });
});

test.each<[TextPlace, string, string]>([
  ['line', 'Ünïcode, 日本語, 👩‍👩‍👧: a::b', 'Ünïcode, 日本語, 👩‍👩‍👧: a::b'],
  ['line', `a\n${ESC}b\t`, 'a\\n\\u001bb\\t'],
  ['lines', 'a\n\tb', 'a\n\tb'],
  ['github', '100 %: a, b\n', '100 %25: a, b\\n'],
  ['github-property', 'a: b, c', 'a%3A b%2C c'],
  ['xml', `<a b="c" d='e'>&`, '&lt;a b=&quot;c&quot; d=&apos;e&apos;&gt;&amp;'],
  ['xml-lines', '<a>\n</a>', '&lt;a&gt;\n&lt;/a&gt;'],
  ['markdown', 'The field "words" was removed.', 'The field "words" was removed.'],
  [
    'markdown',
    '[x](http://a.b) ![i](//c) `d` *e* _f_ | <img src=x>',
    '\\[x\\](http:<!-- -->//a.b) !\\[i\\](//c) \\`d\\` \\*e\\* \\_f\\_ \\| &lt;img src=x&gt;',
  ],
  ['markdown', '@team #1 www.example.com &copy;', '@<!-- -->team #<!-- -->1 www<!-- -->.example.com &amp;copy;'],
  ['markdown-code', '/a|b', '`/a\\|b`'],
  ['markdown-code', 'a``b', '``` a``b ```'],
])('%s: %j', (place, text, shown) => {
  expect(escapeText(text, place)).toBe(shown);
});

test('long strings take linear time and no stack', () => {
  for (const text of ['\n'.repeat(300_000), ' '.repeat(300_000), '#'.repeat(300_000), `${ESC}:`.repeat(100_000)]) {
    for (const place of [...places, 'lines', 'xml-lines'] as const)
      expect(escapeText(text, place).length).toBeGreaterThan(0);
  }
});
