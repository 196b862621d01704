/** Every regular expression of the packages takes linear time, or stands here with the reason why it is harmless. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { isSafePattern } from 'redos-detector';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

const uriText = readLiteral('packages/core/src/internal/uri.ts', '@/[\\]%]*(?:');

/** Returns the expression of a file that contains a string: those that are too long to stand here. */
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

/**
 * Expressions that the checker rejects, the files that contain them, and the reason why the time is linear in a string of any
 * length: an application decides how long its strings are. Only for strings that a command or a page bounds, or that its user
 * writes, the reason can be where the text comes from.
 */
const allowed: readonly (readonly [text: string, files: readonly string[], reason: string])[] = [
  // core
  [
    uriText,
    ['packages/core/src/internal/uri.ts'],
    'each character class ends where the next begins; the measure `linear` has a family for links',
  ],
  [
    String.raw`/^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})(?:-[a-z]{4})?(?:-(?:[a-z]{2}|\d{3}))?(?:-(?:[a-z\d]{5,8}|\d[a-z\d]{3}))*(?:-[a-wyz\d](?:-[a-z\d]{2,8})+)*(?:-x(?:-[a-z\d]{1,8})+)?$/i`,
    ['packages/core/src/spec/document/links-object.ts'],
    'anchored, and at each hyphen the length of the subtag decides between the parts',
  ],
  [
    String.raw`/^(?:x(?:-[a-z\d]{1,8})+|en-gb-oed|i-(?:ami|bnn|default|enochian|hak|klingon|lux|mingo|navajo|pwn|tao|tay|tsu)|sgn-(?:be-(?:fr|nl)|ch-de))$/i`,
    ['packages/core/src/spec/document/links-object.ts'],
    'anchored, and each alternative begins with another character',
  ],
  [
    String.raw`/-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y`,
    ['packages/core/src/internal/json-syntax-error.ts'],
    'sticky, and each part begins with a character that the part before cannot contain',
  ],
  [
    String.raw`/[[:,]\s*(?=[-\d])(?:-0(?=[\],}\s.])|-?[\d.]*(?:(?:\d\.?){16}|\d\.(?:\d*0(?=[\],}\s])|0{6})|\d[eE][-+\d]))/`,
    ['packages/core/src/internal/exact-json.ts'],
    'It begins at a delimiter, which white space and the digits and points of a number cannot cross. In a number, each part is at most 16 characters, or ends at the next point.',
  ],
  [
    String.raw`/^\s*(?:char|character|bpchar)\s*\(/i`,
    ['packages/sources/kysely/src/columns/column-type.ts'],
    'anchored, and spaces end where another character must follow',
  ],
  [
    String.raw`/'(?:[^'\\]|''|\\.)*'/g`,
    ['packages/sources/kysely/src/dialects/default-value.ts'],
    'the database writes the text, in which each quotation ends',
  ],
  [
    String.raw`/_\w+\\'/`,
    ['packages/sources/kysely/src/dialects/default-value.ts'],
    'the database writes the text, which is short',
  ],
  [
    String.raw`/^(?:json|jsonpath|xml|point|line|lseg|box|path|polygon|circle|xid|cid|aclitem|refcursor|pg_snapshot|txid_snapshot|hstore)(?:\[\])*$/`,
    ['packages/sources/kysely/src/dialects/postgres.ts'],
    'anchored, and each part begins with another character',
  ],
  [
    String.raw`/^\s*("char"|[a-z0-9_]+)(?:(?: [a-z ]*)?\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/i`,
    ['packages/sources/kysely/src/columns/column-type.ts'],
    'anchored, and each part begins with a character that the part before cannot contain',
  ],
  [
    String.raw`/^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i`,
    ['packages/sources/kysely/src/columns/value-forms.ts'],
    'anchored, and each part begins with a character that the part before cannot contain',
  ],
  [
    "/'((?:[^']|'')*)'/g",
    ['packages/sources/kysely/src/dialects/mysql-schema.ts'],
    'the database writes the text, which ends with a quotation mark: no start fails, and each alternative begins with another character',
  ],
  [
    String.raw`/("(?:[^"]|"")*"|'(?:[^']|'')*')|\$\d+/g`,
    ['packages/sources/drizzle/src/dialect/to-sql.ts'],
    'Kysely writes the text, in which each quotation ends, and each alternative begins with another character',
  ],
  [
    String.raw`/("(?:[^"]|"")*"|'(?:[^']|'')*'|${'`(?:[^`]|``)*`'})|\?/g`,
    ['packages/sources/drizzle/src/dialect/to-sql.ts'],
    'as above',
  ],
  [
    String.raw`/\ue002\ue001\ue002\.\ue002([^\ue002]*)\ue002|\ue002([^\ue002]*)\ue002|\ue003/g`,
    ['packages/sources/drizzle/src/mapping/row-expression.ts'],
    'Drizzle writes the text, in which each name ends',
  ],
  [
    '/(?<!0)0+$/',
    ['packages/sources/kysely/src/columns/instant.ts', 'packages/sources/kysely/src/columns/value-forms.ts'],
    'the lookbehind allows one start for each run of zeros',
  ],
  [
    String.raw`/(?<!\\)(?:\\\\)*\\u0000/`,
    ['packages/sources/kysely/src/columns/column-kinds.ts'],
    'the lookbehind allows one start for each run of backslashes',
  ],
  [
    String.raw`/ for key '(?:[^'.]{1,200}\.)?([^'.]{1,200})'$/`,
    ['packages/sources/kysely/src/failures/mysql-violation.ts'],
    'each start reads a bounded number of characters, or ends at the next backtick',
  ],
  [
    '/ CONSTRAINT `([^`]{1,200})` FOREIGN KEY /',
    ['packages/sources/kysely/src/failures/mysql-violation.ts'],
    'each start reads a bounded number of characters, or ends at the next backtick',
  ],
  [
    '/ FOREIGN KEY \\(`([^)]{1,500})`\\)/',
    ['packages/sources/kysely/src/failures/mysql-violation.ts'],
    'each start reads a bounded number of characters, or ends at the next backtick',
  ],
  [
    String.raw`/'[^']*'|::[\w ]+/g`,
    ['packages/sources/kysely/src/failures/postgres-violation.ts'],
    'the list of columns has at most 1,000 characters',
  ],
  [
    String.raw`/"([^"]+)"|([a-z_]\w*)(?![\w(])/g`,
    ['packages/sources/kysely/src/failures/postgres-violation.ts'],
    'the list of columns has at most 1,000 characters',
  ],
  [
    "/(?:^Column|^Field| for column) (?:'([^'`]{1,200})'|(?:`[^`]*`\\.){0,2}`([^`]{1,200})`)/",
    ['packages/sources/kysely/src/failures/mysql-violation.ts'],
    'each start reads a bounded number of characters, or ends at the next backtick',
  ],
  [
    String.raw`/^\s*charset\s*=\s*"?utf-8"?\s*$/i`,
    ['packages/server/src/pipeline/lenient-negotiator.ts'],
    'anchored, and spaces end where another character must follow',
  ],
  [String.raw`/^\s*q\s*=\s*0(?:\.0{0,3})?\s*$/i`, ['packages/server/src/pipeline/lenient-negotiator.ts'], 'as above'],
  // adapters, descriptions, tools of developers
  [
    String.raw`/\/relationships\/[^/?]+/`,
    ['packages/tools/explorer/page/state/send.ts'],
    'each start is one occurrence of a word',
  ],
  ['/[?#].*$/s', ['packages/adapters/fastify/src/unrouted.ts'], 'the first start matches to the end'],
  [
    String.raw`/(?<!\/)\/+$/`,
    [
      'packages/tools/conformance/src/target/target.ts',
      'packages/tools/explorer/page/state/settings.ts',
      'packages/tools/explorer/page/state/environments.ts',
      'packages/tools/explorer/src/explorer-options.ts',
      'packages/tools/explorer/src/serve.ts',
    ],
    'the lookbehind allows one start for each run of slashes',
  ],
  [
    `/(^|&)(?!include=|fields%|page%|(filter|sort)[^.&]*(&|$))./`,
    ['packages/tools/query/src/changed-links.ts'],
    'the lookahead ends at the next parameter, so each character is read once',
  ],
  [
    String.raw`/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)/g`,
    ['packages/tools/explorer/src/accepts.ts'],
    'each start matches, at the latest to the end',
  ],
  [
    "/'(?:[^']|'')*'/y",
    ['packages/tools/sql/src/model/read-check.ts'],
    'sticky: one start for each token of an expression of the database',
  ],
  [
    String.raw`/'(?:[^'\\]|''|\\.)*'/y`,
    ['packages/tools/sql/src/model/read-check.ts'],
    'sticky: one start for each token of an expression of the database',
  ],
  [
    '/\'[^\']*\'|"[^"]*"|`[^`]*`|\\[[^\\]]*\\]|--[^\\n]*|[\\p{L}_][\\p{L}\\p{N}_$]*|[()]/gu',
    ['packages/tools/sql/src/database/read-checks.ts'],
    'each start matches to its own end, or is one of four characters that open what nothing closes in a statement that SQLite has run',
  ],
  [
    '/"(?:[^"]|"")*"|`(?:[^`]|``)*`/y',
    ['packages/tools/sql/src/model/read-check.ts'],
    'sticky: one start for each token of an expression of the database',
  ],
  [
    String.raw`/\/\/[^\n]*|\/\*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[{}[\]()]|[\w$]+/gy`,
    ['packages/tools/sql/src/files/find-place.ts'],
    'sticky: one start, and each alternative reads to its own end',
  ],
  [
    String.raw`/"([^"]+)"|\b[\p{L}_][\p{L}\p{N}_$]*/gu`,
    ['packages/tools/sql/src/model/searches.ts'],
    'read once, in the expression of a column that PostgreSQL has written',
  ],
  [
    String.raw`/'(?:[^']|'')*'|::(?:"[^"]*"|\w+)(?: varying)?|\b\w+\(/g`,
    ['packages/tools/sql/src/model/searches.ts'],
    'read once, in the expression of a column that PostgreSQL has written',
  ],
  [
    String.raw`/\bto_tsvector\('(\w+(?:\.\w+)?)'::regconfig,/g`,
    ['packages/tools/sql/src/model/searches.ts'],
    'read once, in the expression of a column that PostgreSQL has written',
  ],
  [
    String.raw`/\{([A-Za-z0-9]+)\}/g`,
    ['packages/tools/openapi/src/write-paths.ts'],
    'each start reads letters and digits to the next other character, at which the next start can be',
  ],
  [
    String.raw`/\{(?!type\})[^{}/]*\}/g`,
    ['packages/server/src/extensions/find-endpoint.ts'],
    'each start reads to the next brace or slash, at which the next start can be',
  ],
  [
    String.raw`/^\.+|(?<!\.)\.+$/g`,
    ['packages/tools/openapi/src/shared-parameters.ts'],
    'the lookbehind allows one start for each run of full stops',
  ],
  [
    String.raw`/\{[^{}]*\}/g`,
    ['packages/tools/changes/src/description/compare-endpoints.ts'],
    'each start ends at the next brace',
  ],
  [
    String.raw`/\bsunset\b[^0-9]{0,20}(\d{4}-\d{2}-\d{2})/i`,
    ['packages/tools/changes/src/description/deprecation.ts'],
    'each start reads a bounded number of characters',
  ],
  // conformance: the developer runs it against a server of their own, and its answers are limited
  [
    String.raw`/;\s*([^=;\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)/g`,
    ['packages/tools/conformance/src/cases/negotiation/response-type.ts'],
    'a header of the tested server',
  ],
  [
    String.raw`/(^|,)\s*(accept|\*)\s*(,|$)/i`,
    ['packages/tools/conformance/src/cases/negotiation/response-type.ts'],
    'a header of the tested server',
  ],
  [
    String.raw`/\/relationships\/[^/?]+\/?(\?|$)/`,
    ['packages/tools/conformance/src/documents/judged.ts'],
    'a URL of a case',
  ],
  [
    '/`([^`]+)`/g',
    ['packages/tools/conformance/src/report/to-html.ts', 'packages/internal/site/page/playground/model/mistake.ts'],
    'only the last backtick can lack its second',
  ],
  // pages and examples
  [String.raw`/\/\/.*@/`, ['packages/internal/atlas/src/settings.ts'], 'a setting of the demo, which its user writes'],
  [
    String.raw`/"#\/components\/([^"]+)"/g`,
    ['packages/internal/site/page/playground/worker/open-api-part.ts'],
    'each start reads to the next quotation mark',
  ],
  [
    String.raw`/"(?:[^"\\]|\\.)*"|\/\/.*/g`,
    ['packages/sources/prisma/src/schema/computed-fields.ts'],
    'one line of the schema of the developer, in which each text ends',
  ],
  [
    String.raw`/.*?\*\//`,
    ['packages/internal/site/page/playground/parts/highlight.ts'],
    'a text that the reader of the page writes, in their own browser',
  ],
  [
    '/^(?:"(?:[^"\\\\]|\\\\.)*"?|\'(?:[^\'\\\\]|\\\\.)*\'?|`(?:[^`\\\\]|\\\\.)*`?)/',
    ['packages/internal/site/page/playground/parts/highlight.ts'],
    'a text that the reader of the page writes, in their own browser',
  ],
  ...[String.raw`/ \(\d+:\d+\)$/`, '/"([^"]+)"/g', String.raw`/\b(?:of|type) "([^"]+)"/gi`].map(
    (text) =>
      [
        text,
        ['packages/internal/site/page/playground/model/mistake.ts'],
        'the message of an error about a text that the reader of the page writes, in their own browser',
      ] as const,
  ),
  [
    '/"([^"]+)"|`([^`]+)`/g',
    ['packages/internal/site/page/playground/worker/read-records.ts'],
    'a text that the reader of the page writes, in their own browser',
  ],
  // create-linkage, and the first page of the site
  [
    String.raw`/\.([a-z]+)(\.(?:ts|yaml))$/`,
    ['packages/tools/create-linkage/src/create-project.ts'],
    'the names of the files of the template',
  ],
  [
    String.raw`/(from '\.\/[a-z-]+)\.[a-z]+\.ts'/g`,
    ['packages/tools/create-linkage/src/create-project.ts'],
    'the files of the template',
  ],
  [
    '/^-+|-+$/g',
    ['packages/tools/create-linkage/src/create-project.ts'],
    'the name of a folder, which the user of the command writes',
  ],
  [
    String.raw`/\.[a-z]+$/`,
    ['packages/internal/site/page/compiler/compile.ts'],
    'the paths of imports in the declarations of packages',
  ],
  [
    String.raw`/ as "(\w+)"/g`,
    ['packages/internal/site/page/first-screen/statements.ts'],
    'a quote ends the name, which begins after one',
  ],
];

/** Expressions that are made at run time, by file, with the reason. */
const made: Readonly<Record<string, string>> = {
  'packages/tools/conformance/src/doubles/schema-arbitrary.ts':
    'the pattern of a schema of the developer, for generated values',
  'packages/tools/conformance/src/draft/text-of-pattern.ts':
    'the pattern of a document that the user names, on a string of at most 100 characters that is made from it',
  'packages/core/src/internal/uri.ts': 'parts of the file; those of addresses, on the host of a URL between brackets',
  'packages/sources/kysely/src/dialects/sqlite-constraints.ts':
    'parts of the file, on the statement that created a table of the developer',
  'packages/sources/kysely/src/dialects/mysql-schema.ts': 'the characters of a character set of the server',
  'packages/tools/explorer/page/state/patterns.ts':
    'the pattern of a description, in a worker that is stopped after half a second',
  'packages/internal/site/page/playground/parts/highlight.ts': 'constant strings',
  'packages/internal/site/page/playground/worker/run-declaration.ts': 'a constant text',
  'packages/server/src/extensions/describe/read-json-schema.ts':
    'only compiled, to check the pattern of a schema of the developer',
};

interface Found {
  readonly file: string;
  readonly pattern: string;
  readonly flags: string;
}

const literals: Found[] = [];
const constructed: string[] = [];
const files = globSync(
  ['packages/{*,*/*}/src/**/*.ts', 'packages/{*,*/*}/page/**/*.{ts,tsx}', 'docs/examples/**/*.ts'],
  { cwd: root },
);

for (const file of files.sort()) {
  if (/\.test(-d)?\.ts$|^packages\/(?:internal\/)?bench\//.test(file)) continue;
  const source = readFileSync(join(root, file), 'utf8');
  if (!/\/|RegExp/.test(source)) continue;
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ file, ...node.regex });
    },
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') constructed.push(file);
    },
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type === 'Identifier' && callee.name === 'RegExp') constructed.push(file);
      // `match` and its kin make an expression from a string.
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return;
      const isText =
        first?.type === 'TemplateLiteral' || (first?.type === 'Literal' && typeof first.value === 'string');
      if (isText && ['match', 'matchAll', 'search'].includes(callee.property.name)) constructed.push(file);
    },
  }).visit(parseSync(file, source).program);
}

/** Whether no string can be matched in more than a few ways. The checker also rejects what it does not understand. */
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
    .map(({ pattern, flags, file }) => `${file}: /${pattern}/${flags}`);
  const expected = allowed.flatMap(([text, files]) => files.map((file) => `${file}: ${text}`));
  expect([...new Set(ambiguous)].sort()).toEqual(expected.sort());
});

test('every expression that is made at run time has a reason', () => {
  expect([...new Set(constructed)]).toEqual(Object.keys(made).sort());
});
