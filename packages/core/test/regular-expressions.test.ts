/** Every regular expression of the packages takes linear time, or stands here with the reason why it is harmless. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isSafePattern } from 'redos-detector';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const uriText = readLiteral('packages/core/src/internal/uri.ts', '@/[\\]]*(?:');
const encodedUriText = readLiteral('packages/core/src/internal/uri.ts', '%[\\dA-Fa-f]{2})*)?$');
const tokenText = readLiteral('packages/conformance/src/text/syntax-error.ts', 'true|false|null');

/** Returns the expression of a file that contains a text: those that are too long to stand here. */
function readLiteral(file: string, part: string): string {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  const line = lines.find((it) => it.includes(part) && it.includes('/'));
  return (
    line
      ?.trim()
      .replace(/^.*?= /, '')
      .replace(/;$/, '') ?? part
  );
}

/** Ambiguous expressions, by their text, with the reason why the time is bounded. */
const allowed: Readonly<Record<string, string>> = Object.fromEntries([
  // core
  [
    '/`([^`]*)`|"([^"]*)"|(?<![\\w.])-?\\d+(?:\\.\\d+)?(?![\\w.]*\\w)/g',
    'the detail of an error contains at most 100 characters of a client',
  ],
  [uriText, 'each character class ends where the next begins; the measure `linear` has a family for links'],
  [encodedUriText, 'as above; `%` is in no character class beside it'],
  [
    String.raw`/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y`,
    'sticky, and each part begins with a character that the part before cannot contain',
  ],
  [
    String.raw`/^\s*([a-z0-9_]+)(?:[a-z ]*\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/i`,
    'the type of a column, from the database',
  ],
  ['/0+$/', 'at most 400 digits'],
  [String.raw`/(?<!\\)(?:\\\\)*\\u0000/`, 'the lookbehind allows one start for each run of backslashes'],
  [String.raw`/ for key '(?:[^'.]{1,200}\.)?([^'.]{1,200})'$/`, 'messages of MariaDB have at most 512 characters'],
  ['/ FOREIGN KEY \\(`([^)]{1,500})`\\)/', 'messages of MariaDB have at most 512 characters'],
  [
    "/(?:^Column|^Field| for column) (?:'([^'`]{1,200})'|(?:`[^`]*`\\.){0,2}`([^`]{1,200})`)/",
    'messages of MariaDB have at most 512 characters',
  ],
  [
    String.raw`/^\s*charset\s*=\s*"?utf-8"?\s*$/i`,
    'anchored, and spaces end where another character must follow; fields have at most 2,048 characters',
  ],
  [String.raw`/^\s*q\s*=\s*0(?:\.0{0,3})?\s*$/i`, 'as above'],
  // adapters, descriptions, tools of developers
  [String.raw`/\/relationships\/[^/?]+/`, 'each start is one occurrence of a word'],
  ['/[?#].*$/s', 'the first start matches to the end'],
  [String.raw`/\/+$/`, 'URLs of the configuration'],
  [String.raw`/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g`, 'each start matches, at the latest to the end'],
  [String.raw`/\{([a-z]+)\}/g`, 'paths of the description of the own server'],
  [String.raw`/^\.+|\.+$/g`, 'names of the description of the own server'],
  [String.raw`/\{[^}]*\}/g`, 'paths of a file of the developer'],
  [String.raw`/\bsunset\b[^0-9]{0,20}(\d{4}-\d{2}-\d{2})/i`, 'a bounded repetition, in a file of the developer'],
  // conformance: the developer runs it against a server of their own, and its answers are limited
  [String.raw`/;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g`, 'a header field of the tested server'],
  [String.raw`/(^|,)\s*(accept|\*)\s*(,|$)/i`, 'a header field of the tested server'],
  [String.raw`/\/relationships\/([^/]+)$/`, 'a URL of the tested server'],
  [String.raw`/\/relationships\/[^/?]+(\?|$)/`, 'a URL of a case'],
  [String.raw`/"errors":\[\{[\s\S]*"id":/`, 'the source text of a rule'],
  [String.raw`/^[^\n]*cursor-pagination[^\n]*\n[\s\S]*"errors":/`, 'the text of a judged document'],
  [String.raw`/"links":[\s\S]*"title":/`, 'the text of a judged document'],
  [String.raw`/"relationships":[\s\S]*"data":/`, 'the text of a judged document'],
  [String.raw`/^[^\n]*cursor-pagination[^\n]*\n[\s\S]*"page":/`, 'the text of a judged document'],
  ['/`([^`]+)`/g', 'texts of the report'],
  [tokenText, 'sticky, and the alternatives begin with other characters'],
]);

/** Expressions that are made at run time, by file, with the reason. */
const made: Readonly<Record<string, string>> = {
  'packages/conformance/src/doubles/schema-arbitrary.ts':
    'the pattern of a schema of the developer, for generated values',
  'packages/core/src/internal/ip-literal.ts': 'parts of the file, on the host of a URL between brackets',
  'packages/core/src/internal/uri.ts': 'parts of the file',
  'packages/server/src/describe/read-json-schema.ts':
    'only compiled, to check the pattern of a schema of the developer',
};

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const literals: Found[] = [];
const constructed: string[] = [];
const files = globSync(['packages/*/src/**/*.ts', 'packages/explorer/page/**/*.{ts,tsx}'], { cwd: root });

for (const file of files.sort()) {
  if (/\.test(-d)?\.ts$|^packages\/(?:bench|atlas)\//.test(file)) continue;
  const source = readFileSync(join(root, file), 'utf8');
  if (!/\/|RegExp/.test(source)) continue;
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ file, ...node.regex });
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') constructed.push(file);
    },
    CallExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') constructed.push(file);
    },
  }).visit(parseSync(file, source).program);
}

/** Whether no text can be matched in more than a few ways. The checker also refuses what it does not understand. */
function isUnambiguous({ pattern, flags }: Found): boolean {
  if (!/[*+{]/.test(pattern)) return true;
  const options = {
    caseInsensitive: flags.includes('i'),
    unicode: flags.includes('u') || flags.includes('v'),
    dotAll: flags.includes('s'),
    multiLine: flags.includes('m'),
  };
  try {
    return isSafePattern(pattern, { ...options, maxScore: 5, maxSteps: 200 }).safe;
  } catch {
    return false;
  }
}

test('the checker finds expressions that take quadratic and exponential time', () => {
  const wrong = [String.raw`\s*,\s*$`, '(a+)+$', '(a|a)*$', String.raw`^\s*(.*)\s*$`];
  expect(wrong.filter((pattern) => isUnambiguous({ file: '', pattern, flags: '' }))).toEqual([]);
  expect(literals.length).toBeGreaterThan(200);
});

test('every literal is unambiguous, or has a reason', () => {
  const ambiguous = literals
    .filter((it) => !isUnambiguous(it))
    .map(({ pattern, flags, file }) => ({ text: `/${pattern}/${flags}`, file }));
  expect(ambiguous.filter(({ text }) => !Object.hasOwn(allowed, text))).toEqual([]);
  const texts = new Set(ambiguous.map(({ text }) => text));
  expect(Object.keys(allowed).filter((text) => !texts.has(text))).toEqual([]);
});

test('every expression that is made at run time has a reason', () => {
  expect([...new Set(constructed)]).toEqual(Object.keys(made).sort());
});
