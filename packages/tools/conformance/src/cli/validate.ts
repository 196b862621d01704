import { parseArgs } from 'node:util';
import { type DocumentRole, type ValidationIssue, validateDocument } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import {
  escapeText,
  jsonPlaces,
  jsonSyntaxError,
  jsonSyntaxMessage,
  type Location,
  locationOf,
  usageError,
} from '@linkage/core/internal';
import { readHeaders } from './headers.ts';
import { readDocument } from './read-text.ts';
import type { Terminal } from './terminal.ts';

const CONTEXT = 2;
const WIDTH = 110;

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start);
  return text.slice(start, end === -1 ? text.length : end);
}

/** Cuts a long line around a column, since documents of servers are often one line. Hidden characters become visible. */
function cut(line: string, column: number): { readonly shown: string; readonly column: number } {
  const start = line.length <= WIDTH ? 0 : Math.max(0, Math.min(column - 1 - 30, line.length - WIDTH));
  const before = `${start > 0 ? '…' : ''}${escapeText(line.slice(start, column - 1), 'line')}`;
  const after = escapeText(line.slice(Math.max(start, column - 1), start + WIDTH), 'line');
  return { shown: `${before}${after}${start + WIDTH < line.length ? '…' : ''}`, column: before.length + 1 };
}

/** Returns the lines around a place, with a mark below it. */
function excerptAt(text: string, { offset, line, column }: Location): string {
  const width = String(line).length;
  const lines: string[] = [];
  let start = offset - column + 1;
  const own = cut(lineAt(text, start).replace(/\r$/, ''), column);
  lines.push(`  ${line} │ ${own.shown}`, `  ${' '.repeat(width)} │ ${' '.repeat(Math.max(0, own.column - 1))}^`);
  for (let above = 1; above <= CONTEXT && start > 0; above++) {
    start = text.lastIndexOf('\n', start - 2) + 1;
    lines.unshift(`  ${String(line - above).padStart(width)} │ ${cut(lineAt(text, start), 1).shown}`);
  }
  return lines.join('\n');
}

const roles: readonly string[] = ['response', 'create', 'update', 'relationship', 'update-relationship'];

const options = {
  as: { type: 'string' },
  level: { type: 'string' },
  sparse: { type: 'boolean' },
  atomic: { type: 'boolean' },
  cursor: { type: 'boolean' },
  header: { type: 'string', multiple: true },
  max: { type: 'string' },
  json: { type: 'boolean' },
} as const;

/** The JSON of a string, or where it stops to be JSON, and why. */
function parse(text: string): { readonly value: unknown } | { readonly location: Location; readonly message: string } {
  try {
    return { value: JSON.parse(text) };
  } catch {
    const error = jsonSyntaxError(text);
    return { location: locationOf(text, error.offset), message: jsonSyntaxMessage(text, error) };
  }
}

type Placed = ValidationIssue & Partial<Location>;

function placed(text: string, issues: readonly ValidationIssue[]): readonly Placed[] {
  const places = jsonPlaces(text, new Set(issues.map(({ pointer }) => pointer)));
  return issues.map((issue) => {
    const place = places.get(issue.pointer);
    return place === undefined ? issue : { ...issue, ...locationOf(text, place.from) };
  });
}

function issueText(
  text: string,
  from: string,
  { rule, level, pointer, message, spec, offset, line = 1, column = 1 }: Placed,
): string {
  const place = pointer === '' ? 'the whole document' : escapeText(pointer, 'line');
  const head = `${level.toUpperCase()} ${rule} at ${place} (${from}:${line}:${column})`;
  const lines = offset === undefined ? '' : `${excerptAt(text, { offset, line, column })}\n`;
  return `${head}\n  ${escapeText(message, 'line')}\n${lines}  ${spec}\n\n`;
}

function readMax(given: string | undefined): number {
  if (given === undefined) return 20;
  if (!/^[1-9]\d*$/.test(given)) throw usageError(`--max must be a whole number above 0, but it is "${given}".`);
  return Number(given);
}

/** `validate`: returns the exit status. */
export async function validateCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [from, more] = positionals;
  if (from === undefined) throw usageError('The document is missing: a file, a URL, or - for standard input.');
  if (more !== undefined) throw usageError(`Pass one document. "${more}" is a second one.`);
  if (values.as !== undefined && !roles.includes(values.as))
    throw usageError(`--as must be one of ${roles.join(', ')}.`);
  const level = values.level ?? 'must';
  if (level !== 'must' && level !== 'should') throw usageError('--level must be must or should.');
  const max = readMax(values.max);
  const text = await readDocument(from, readHeaders(values.header), terminal);
  const parsed = parse(text);
  if ('location' in parsed) {
    const { location, message } = parsed;
    const place = `${from}:${location.line}:${location.column}`;
    terminal.error(`${place} is not JSON. ${escapeText(message, 'line')}\n${excerptAt(text, location)}\n`);
    return 2;
  }
  const { issues = [] } = validateDocument(parsed.value, {
    ...(values.as === undefined ? {} : { as: values.as as DocumentRole }),
    level,
    sparseFieldsets: values.sparse === true,
    extensions: values.atomic ? [atomicExtension] : [],
    profiles: values.cursor ? [cursorProfile] : [],
    maxIssues: max,
  });
  const found = placed(text, issues);
  if (values.json) terminal.out(`${JSON.stringify({ issues: found }, null, 2)}\n`);
  else {
    for (const issue of found) terminal.out(issueText(text, from, issue));
    const count =
      issues.length === max
        ? `The first ${max === 1 ? 'issue' : `${max} issues`}, maybe more (--max)`
        : `${issues.length} ${issues.length === 1 ? 'issue' : 'issues'}`;
    terminal.out(issues.length === 0 ? `${from} is a valid document.\n` : `${count}\n`);
  }
  return issues.some((issue) => issue.level === 'must') ? 1 : 0;
}
