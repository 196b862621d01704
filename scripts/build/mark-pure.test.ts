import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { rolldown } from 'rolldown';
import { describe, expect, test } from 'vitest';
import { readPackages, root } from '../workspace.ts';
import { lineOf, markPure } from './mark-pure.ts';
import { effectsOf } from './module-top.ts';

const pure = (value: string): string => `/* @__PURE__ */ (() => (${value}))()`;

describe('markPure', () => {
  test.each([
    ['a call', 'make()'],
    ['a constructor', 'new Map()'],
    ['a read of a member', 'table.rows'],
    ['a spread into an array', '[...list]'],
    ['a spread into an object', '{ ...table }'],
    ['a computed name', '{ [name]: 1 }'],
    ['an object with a prototype', '{ __proto__: null }'],
    ['a call within a literal', '{ list: [1, make()] }'],
    ['a text with values', `\`\${name} is missing\``],
    ['a tagged text', 'sql`null`'],
    ['a sum of values', 'first + second'],
    ['a number of a value', '-count'],
    ['a change of a new value', '[2, 1].sort()'],
  ])('marks %s', (_title, value) => {
    expect(markPure('a.js', `const value = ${value};`)).toBe(`const value = ${pure(value)};`);
  });

  test.each([
    ['a number', '64 * 1024 * -1'],
    ['a text', "'text'"],
    ['a pattern', '/^a$/'],
    ['a function', '() => { count += 1; list.push(make()); }'],
    ['another variable', 'other'],
    ['a function that changes variables later', '() => { later = true; }; let later = false'],
    ['a literal of these', "{ a: ['b', null, undefined], c() {}, get d() { return make(); } }"],
    ['a class', 'class extends Error { name = make(); static #getter = { get() { return make(); } }; }'],
    ['no value', 'void 0'],
  ])('leaves %s as it is', (_title, value) => {
    expect(markPure('a.js', `const value = ${value};`)).toBe(`const value = ${value};`);
  });

  test('marks exported variables, and each variable of a declaration', () => {
    expect(markPure('a.js', 'export const a = f(), b = 1, c = (g());\nexport { d };')).toBe(
      `export const a = ${pure('f()')}, b = 1, c = (${pure('g()')});\nexport { d };`,
    );
  });

  test.each([
    ['a statement', 'register();'],
    ['a condition', 'if (flag) {}'],
    ['an import without names', "import './other.js';"],
    ['an assignment', 'const a = (b = 1);'],
    ['a count', 'const a = count++;'],
    ['a deletion', 'const a = delete b.c;'],
    ['waiting', 'const a = await f();'],
    ['a module that is loaded', "const a = import('./b.js');"],
    ['a pattern', 'const { a } = f();'],
    ['a method that changes another value', 'const a = registry.set(key, value);'],
    ['a method that changes a member of another value', 'const a = registry.list.push(value);'],
    ['a member of another value', "const a = Object.defineProperty(other, 'name', {});"],
    [
      'a function that assigns a variable',
      'function f() { g(); } const g = () => { count += 1; }; let count = 0; const a = f();',
    ],
    [
      'a function that fills a registry',
      'const r = new Map(); const a = new F(); function F() { [1].map((it) => r.set(it, 2)); }',
    ],
    ['a function that is called at once', 'let count = 0; const a = (() => count++)();'],
    ['a static member', 'class A { static b = f(); }'],
    ['a static block', 'const A = class { static { f(); } };'],
    ['a value without a name', 'export default f();'],
  ])('rejects %s, and names the line', (_title, code) => {
    expect(() => markPure('a.js', `const first = 1;\n${code}`)).toThrow(/^a\.js:2: /);
  });

  test('marks so that a bundler drops what nothing uses, and keeps what is used', async () => {
    const code =
      'const a = make(b); const b = { ...make(1) }; export const c = make(2); function make(x) { return log(x); }';
    const files: Readonly<Record<string, string>> = {
      entry: "export { c } from 'library';",
      library: markPure('a.js', code),
    };
    const bundle = await rolldown({
      input: 'entry',
      plugins: [{ name: 'files', resolveId: (id) => id, load: (id) => files[id] ?? null }],
    });
    const { output } = await bundle.generate({ minify: true });
    expect(output[0].code).toMatch(/\b2\b/);
    expect(output[0].code).not.toMatch(/\b1\b/);
  });
});

test('no module of a public package has effects when it is loaded, except the commands', () => {
  const effects = readPackages()
    .filter(({ isPublic }) => isPublic)
    .flatMap(({ folder, commands }) =>
      globSync('src/**/*.ts', { cwd: folder, exclude: ['**/*.test.ts', '**/*.test-d.ts', ...commands] }).map((file) =>
        join(folder, file),
      ),
    )
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return effectsOf(parseSync(file, code, { preserveParens: false }).program).map(
        ({ start, reason }) => `${file.slice(root.length + 1)}:${lineOf(code, start)}: ${reason}`,
      );
    });
  expect(effects).toEqual([]);
});
