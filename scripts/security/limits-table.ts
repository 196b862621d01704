import { readFileSync } from 'node:fs';
import { defaultLimits } from '../../packages/server/src/request/limits.ts';

const packages = new URL('../../packages/', import.meta.url);

/** Limits outside of `limits` of `createServer`: the file of the options, the name of the option, and how the page names it. */
const others: readonly (readonly [file: string, option: string, name: string])[] = [
  ['server/src/atomic-operations/atomic-operations.ts', 'limit', 'atomicOperations({ limit })'],
  ['server/src/memory/memory-idempotency-store.ts', 'keys', 'createMemoryIdempotencyStore({ keys })'],
  ['server/src/idempotency/idempotency-options.ts', 'hours', 'idempotencyKeys({ hours })'],
  ['core/src/validate/validate-options.ts', 'maxIssues', 'validateDocument(…, { maxIssues })'],
  ['node/src/create-shutdown.ts', 'grace', 'createShutdown(…, { grace })'],
];

/** The files whose interfaces contain the members of `limits`, in the order of the page. */
const files: readonly string[] = [
  'server/src/request/limits.ts',
  'core/src/query/query-limits.ts',
  'server/src/overload/overload-limits.ts',
];

/** Returns the doc comments of the members of a file, by the name of the member. */
function commentsOf(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(new URL(file, packages), 'utf8');
  const found = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+)\??:/g);
  const plain = (comment: string): string => comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
  return new Map([...found].map(([, comment = '', name = '']) => [name, plain(comment)]));
}

interface Limit {
  readonly name: string;
  readonly value: string;
  readonly meaning: string;
}

/** Divides a comment into its meaning and its default, such as "Default: 1 MiB." */
function limitOf(name: string, comment: string | undefined): Limit {
  const parts = comment?.match(/^(.*?)\s*Default:? (.+?)\.?$/);
  if (parts === null || parts === undefined) throw new Error(`The comment of \`${name}\` must end with its default.`);
  const [, meaning = '', value = ''] = parts;
  return { name, value, meaning: meaning.replace(/\.$/, '') };
}

/** Returns all limits with their defaults, from the code. */
export function allLimits(): readonly Limit[] {
  // The first file is that of the server, whose comments are about requests.
  const comments = new Map(files.toReversed().flatMap((file) => [...commentsOf(file)]));
  const names = new Set(files.flatMap((file) => [...commentsOf(file).keys()]));
  const order = [...names].filter((name) => Object.hasOwn(defaultLimits, name));
  const ofServer = order.map((name) => limitOf(`limits.${name}`, comments.get(name)));
  return [...ofServer, ...others.map(([file, option, name]) => limitOf(name, commentsOf(file).get(option)))];
}

/** Returns the table of all limits for the page about security. */
export function limitsTable(): string {
  const rows = allLimits().map(({ name, value, meaning }) => `| \`${name}\` | ${value} | ${meaning} |`);
  return ['| Option | Default | Limits |', '| --- | --- | --- |', ...rows].join('\n');
}

const START = '<!-- limits: written by scripts/write-security.ts -->';
const END = '<!-- end of limits -->';

/** Returns a page with the current table between its marks. */
export function withLimits(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`The page must contain ${START} and ${END}.`);
  return `${before}${START}\n\n${limitsTable()}\n\n${END}${after}`;
}
