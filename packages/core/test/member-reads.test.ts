/**
 * Members of objects from outside are read once, at the boundary: requests, JSON documents, options, and results of the application.
 * Documents are read by `ownJson` or `ownMembers`. Inside, objects have all their members, and a dot reads them.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageFiles, packagePath } from '../../../scripts/workspace.ts';

/**
 * The folders at the boundary: the largest number of reads by a literal name in each, and what they read. The numbers may only become
 * smaller.
 */
const boundary: Readonly<Record<string, readonly [reads: number, what: string]>> = {
  'core/src/documents': [4, 'results of functions of the application, records'],
  'core/src/error': [4, 'strings and error objects of the application'],
  'core/src/extensions': [1, 'members of JSON Pointers'],
  'core/src/http': [4, 'requests, headers, errors of hosts'],
  'core/src/internal': [1, 'errors of commands'],
  'core/src/pagination': [6, 'strategies and their results, pages of sources, ids of records'],
  'core/src/query': [3, 'definitions of extensions, results of functions'],
  'core/src/requests': [2, 'inputs of sources, references of users'],
  'core/src/selection': [2, 'ids and types of records'],
  'core/src/schema': [4, 'declarations, results and issues of schemas'],
  'core/src/media-type': [2, 'definitions of extensions and profiles'],
  'server/src/response': [3, 'jobs of sources, related records'],
  'server/src/pipeline': [3, 'definitions of extensions and profiles, spans'],
  'server/src/extensions': [
    10,
    '`data` and `meta` of operations, declarations, JSON Schemas, operations, responses and documents of endpoints',
  ],
  'server/src': [7, 'requests'],
  'server/src/memory': [2, 'initial records'],
  'server/src/operations': [2, 'stores, stored responses'],
  'server/src/rules': [2, 'results of rules'],
  'server/src/sources': [4, 'sources, their statements and results'],
  'client/src': [3, 'global objects, errors'],
  'query/src': [4, 'changes, contexts, variables, identifiers'],
  'kysely/src/failures': [5, 'errors of drivers'],
};

/** Returns the arguments of the call whose opening parenthesis is before this index. */
function argumentsAt(text: string, start: number): readonly string[] {
  const found: string[] = [];
  let depth = 1;
  let quote: string | undefined;
  let from = start;
  for (let at = start; depth > 0 && at < text.length; at++) {
    const character = text[at] as string;
    if (quote !== undefined) {
      if (character === '\\') at++;
      else if (character === quote) quote = undefined;
    } else if (/['"`]/.test(character)) quote = character;
    else if (/[([{]/.test(character)) depth++;
    else if (/[)\]}]/.test(character)) depth--;
    if (depth === 0 || (depth === 1 && character === ',' && quote === undefined)) {
      found.push(text.slice(from, at).trim());
      from = at + 1;
    }
  }
  return found;
}

/** Returns the number of calls of these functions with a literal name, or with a list of names. */
function readsIn(text: string): number {
  const calls = [...text.matchAll(/(?<!function )\b(?:fieldOf|memberOf|ownMember|pickMembers)\(/g)];
  return calls.filter(({ index, 0: call }) => {
    const [, name = ''] = argumentsAt(text, index + call.length);
    return call === 'pickMembers(' || /^['"`]/.test(name);
  }).length;
}

test('calls are found on several lines and with nested parentheses', () => {
  const text = `fieldOf(first(a, 'b'), 'c'); ownMember(\n  it,\n  'd',\n); fieldOf(row, name); pickMembers(it, names); 'fieldOf(x)'`;
  expect(readsIn(text)).toBe(3);
});

test('members are read by a literal name at the boundary alone', () => {
  const found: Record<string, number> = {};
  for (const file of packageFiles('src/**/*.ts')) {
    if (/\.test(?:-d)?\.ts$/.test(file)) continue;
    const reads = readsIn(readFileSync(packagePath(file), 'utf8'));
    const folder = file.split('/').slice(0, -1).slice(0, 3).join('/');
    if (reads > 0) found[folder] = (found[folder] ?? 0) + reads;
  }
  const more = Object.entries(found).filter(([folder, reads]) => reads > (boundary[folder]?.[0] ?? 0));
  expect(more, 'Read the members of an object of ours with a dot, or read all members at the boundary, once.').toEqual(
    [],
  );
});
