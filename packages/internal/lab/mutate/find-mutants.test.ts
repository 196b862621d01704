import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { findMutants, sampleOf } from './find-mutants.ts';

const mutated = (source: string): readonly string[] => findMutants('x.ts', source).map((it) => it.mutated);

describe('a source', () => {
  test.each([
    ['an if', 'if (a) b();', ['if (true) b();', 'if (false) b();']],
    ['a conditional', 'const c = a ? 1 : 2;', ['const c = true ? 1 : 2;', 'const c = false ? 1 : 2;']],
    ['a while', 'while (a) b();', ['while (true) b();', 'while (false) b();']],
    ['a do', 'do b(); while (a);', ['do b(); while (true);', 'do b(); while (false);']],
    ['a for', 'for (; a; ) b();', ['for (; true; ) b();', 'for (; false; ) b();']],
    ['a for without a test', 'for (;;) b();', []],
    ['and', 'f(a && b);', ['f(a);', 'f(b);']],
    ['or', 'f(a || b);', ['f(a);', 'f(b);']],
    ['nullish', 'f(a ?? b);', ['f(a);', 'f(b);']],
    ['a group', 'f((a || b) && c);', ['f((a || b));', 'f(c);', 'f((a) && c);', 'f((b) && c);']],
    ['an object behind an arrow', 'f(() => a ?? {});', ['f(() => a);', 'f(() => ({}));']],
    ['equality', 'f(a === b, a !== b);', ['f(a !== b, a !== b);', 'f(a === b, a === b);']],
    ['order', 'f(a < b);', ['f(a <= b);']],
    ['the other order', 'f(a >= b);', ['f(a > b);']],
    ['less than a number', 'f(a < 5);', ['f(a <= 5);', 'f(a < 4);']],
    ['at most a number', 'f(a <= 5);', ['f(a < 5);', 'f(a <= 6);']],
    ['at least a number, from its side', 'f(0x10 >= a);', ['f(17 >= a);', 'f(0x10 > a);']],
    ['a number', 'f(a === 0);', ['f(a !== 0);', 'f(a === -1);', 'f(a === 1);']],
    ['not', 'f(!a);', ['f(a);']],
    ['minus', 'f(-a, a - 1, a instanceof B);', []],
    [
      'a case',
      '() => { switch (a) { case 1: return b; default: c(); } };',
      ['() => { switch (a) { case 1: /* return b; */ default: c(); } };'],
    ],
    [
      'a return that is not alone',
      '() => { if (a) { b(); return c /* */; } d(); };',
      [
        '() => { if (true) { b(); return c /* */; } d(); };',
        '() => { if (false) { b(); return c /* */; } d(); };',
        '() => { if (a) { b(); /* return c /* * /; */ } d(); };',
      ],
    ],
    [
      'a return alone',
      '() => { if (a) { return b; } else return c; };',
      ['() => { if (true) { return b; } else return c; };', '() => { if (false) { return b; } else return c; };'],
    ],
    ['a continue', 'for (const a of b) { a(); continue; }', ['for (const a of b) { a(); /* continue; */ }']],
    ['the end of a function', 'function f() { a(); return b; }', []],
    ['types', 'type A<B> = B extends string ? 1 : 2; declare function g(a: unknown): a is string;', []],
    ['casts', 'f((a as B) && c!);', ['f((a as B));', 'f(c!);']],
  ])('%s', (_, source, expected) => {
    expect(mutated(source)).toEqual(expected);
  });

  test('that is none is rejected', () => {
    expect(() => findMutants('x.ts', 'if (')).toThrow('x.ts cannot be parsed');
  });
});

test('a mutant has its line, its lines as they are and become, and the whole text', () => {
  const source = "const s = 'é😀';\nif (\n  s &&\n  t\n) u();\n";
  const [first, , both] = findMutants('packages/x.ts', source);
  expect(first).toEqual({
    file: 'packages/x.ts',
    line: 3,
    start: source.indexOf('s &&'),
    original: 's && t',
    mutated: 'true',
    text: "const s = 'é😀';\nif (\n  true\n) u();\n",
  });
  expect(both?.text).toBe("const s = 'é😀';\nif (\n  s\n) u();\n");
});

test('the same change is made once', () => {
  expect(mutated('if (!true) a();')).toEqual(['if (true) a();', 'if (false) a();']);
});

test('the samples of all offsets share no mutant, and together they are all mutants', () => {
  const all = findMutants('packages/x.ts', 'if (a) b();\nif (c && d) e();\n');
  const samples = [0, 1, 2].map((offset) => sampleOf(all, 3, offset));
  expect(samples.map((it) => it.length)).toEqual([2, 2, 2]);
  expect(samples[1]?.[1]).toBe(all[4]);
  expect(new Set(samples.flat())).toEqual(new Set(all));
});

test('every mutant of the sources of core is a source', () => {
  const files = globSync('packages/core/src/{member,validate,document,grammar}/**/*.ts', {
    cwd: root,
    exclude: ['**/*.test.ts'],
  });
  const mutants = files.flatMap((file) => findMutants(file, readFileSync(join(root, file), 'utf8')));
  expect(mutants.length).toBeGreaterThan(100);
  expect(mutants.filter((it) => parseSync(it.file, it.text).errors.length > 0)).toEqual([]);
});
