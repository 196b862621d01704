import { readFileSync } from 'node:fs';
import { defaultLimits } from '../../packages/server/src/request/limits.ts';
import { packagePath } from '../workspace.ts';
import { fixedTable } from './fixed-limits.ts';

type Other = readonly [file: string, option: string, name: string, beyond: string];

const documents = 'core/src/requests/parse/document-limits.ts';
const pages = 'server/src/request/pagination/page-rules.ts';

/** Limits outside of `limits` of `createServer`: the file of the options, the option, how the page names it, and what happens beyond it. */
const others: readonly Other[] = [
  [pages, 'includedSize', 'pagination: { includedSize }', 'links to the other members'],
  [pages, 'pageSize', 'pagination: { types: { articles: { pageSize } } }', 'a link to the next page'],
  [pages, 'pageSizeMaximum', 'pagination: { types: { articles: { pageSizeMaximum } } }', '400'],
  ['server/src/extensions/atomic/atomic-operations.ts', 'limit', 'atomicOperations({ limit })', '400'],
  [
    'server/src/memory/memory-idempotency-store.ts',
    'keys',
    'createMemoryIdempotencyStore({ keys })',
    'a removed key is a new one',
  ],
  [
    'server/src/operations/idempotency/idempotency-options.ts',
    'hours',
    'idempotencyKeys({ hours })',
    'the key is a new one',
  ],
  ['node/src/create-shutdown.ts', 'grace', 'createShutdown(…, { grace })', 'the connection is closed'],
  [documents, 'bytes', 'parseCreate(…, { bytes })', '413'],
  [documents, 'depth', 'parseCreate(…, { depth })', '400'],
  [documents, 'members', 'parseCreate(…, { members })', '400'],
  [documents, 'linkageMembers', 'parseCreate(…, { linkageMembers })', '422'],
  [documents, 'errors', 'parseCreate(…, { errors })', 'omitted'],
  ['core/src/extensions/atomic/read-operations.ts', 'operations', 'parseOperations(…, { operations })', '400'],
  ['core/src/validate/validate-options.ts', 'maxIssues', 'validateDocument(…, { maxIssues })', 'omitted'],
  ['client/src/client-options.ts', 'retry', 'createClient({ retry })', 'the call rejects'],
  [
    'conformance/src/matchers/describe-conformance.ts',
    'timeout',
    'describeConformance(…, { timeout })',
    'its tests fail',
  ],
];

/** The response to a client beyond a limit of `limits`. */
const responses: Readonly<Record<string, string>> = {
  bodyBytes: '413',
  urlLength: '414',
  linkageMembers: '422',
  errors: 'omitted',
  pageSize: 'a link to the next page',
  requestTime: '504',
  streamTime: 'the connection is closed',
  sourceTime: '504',
  concurrency: 'waits, or 503',
  queue: '503',
  loopDelay: '503',
};

/** The files whose interfaces contain the members of `limits`, in the order of the page. */
const files: readonly string[] = [
  'server/src/request/limits.ts',
  'core/src/query/query-limits.ts',
  'server/src/request/overload/overload-limits.ts',
];

/** Returns the doc comments of the members of a file, by the name of the member. */
function commentsOf(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(packagePath(file), 'utf8');
  const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+)\??:/g);
  const plain = (comment: string): string => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
  return new Map([...found].map(([, comment = '', name = '']) => [name, plain(comment)]));
}

interface Limit {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
  readonly beyond: string;
}

/** Divides a comment into its meaning and its default, such as "Default: 1 MiB." */
function limitOf(name: string, comment: string | undefined, beyond: string): Limit {
  const parts = comment?.match(/^(.*?)\s*Default:? (.+?)(?:[.;] .*|\.?)$/);
  if (parts === null || parts === undefined) throw new Error(`The comment of \`${name}\` must end with its default.`);
  const [, meaning = '', value = ''] = parts;
  return { name, value, meaning: meaning.replace(/\.$/, ''), beyond };
}

/** Returns all limits with their defaults, from the code. */
export function allLimits(): readonly Limit[] {
  // The first file is that of the server, whose comments are about requests.
  const comments = new Map(files.toReversed().flatMap((file) => [...commentsOf(file)]));
  const names = new Set(files.flatMap((file) => [...commentsOf(file).keys()]));
  const order = [...names].filter((name) => Object.hasOwn(defaultLimits, name));
  const ofServer = order.map((name) => limitOf(`limits.${name}`, comments.get(name), responses[name] ?? '400'));
  return [
    ...ofServer,
    ...others.map(([file, option, name, beyond]) => limitOf(name, commentsOf(file).get(option), beyond)),
  ];
}

/** Returns the table of all limits for the page about security. */
export function limitsTable(): string {
  const rows = allLimits().map(
    ({ name, value, meaning, beyond }) => `| \`${name}\` | ${value} | ${meaning} | ${beyond} |`,
  );
  return ['| Option | Default | Limits | Beyond it |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

const START = '<!-- limits: written by scripts/docs/write-security.ts -->';
const FIXED = '### Fixed\n\nNo option changes these limits.';
const END = '<!-- end of limits -->';

/** Returns a page with the current table between its marks. */
export function withLimits(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page must contain ${START} and ${END}.`);
  return `${before}${START}\n\n${limitsTable()}\n\n${FIXED}\n\n${fixedTable()}\n\n${END}${after}`;
}
