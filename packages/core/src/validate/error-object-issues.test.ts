import { expect, test } from 'vitest';
import { atomicExtension } from '../extensions/atomic/atomic-operations.ts';
import { documentNodeKinds, type NodeKind, type NodeKindName } from '../spec/grammar/node-kinds.ts';
import { errorObjectIssues } from './error-object-issues.ts';
import { errorObjectRules } from './error-object-rules.ts';
import type { Rule } from './rule.ts';
import { specifiedRules } from './specified-rules.ts';
import { validateDocument } from './validate-document.ts';

/** The names of the places below `errors` and the link `describedby`, with their general names. */
function reachableNames(): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: string[] = ['errors', 'top-level-links'];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (names.has(name)) continue;
    const { aliases = [], members = {}, others, element }: NodeKind = documentNodeKinds[name as NodeKindName];
    for (const it of [name, ...aliases]) names.add(it);
    for (const to of [...Object.values(members), others, element]) if (typeof to === 'string') waiting.push(to);
  }
  return names;
}

function looksAt(rule: Rule, names: ReadonlySet<string>): boolean {
  const { visit, missingMember, wrongShape, unknownMember } = rule;
  return [visit, missingMember, wrongShape, unknownMember].some((it) =>
    Object.keys(it ?? {}).some((name) => names.has(name)),
  );
}

/** The server creates no pagination links in an error document. */
const elsewhere = ['pagination-links'];

test('every rule that can look at an error object or its links is there, in the order of the specified rules', () => {
  const names = reachableNames();
  const wanted = specifiedRules
    .filter(({ level, needsApi, roles }) => level === 'must' && needsApi !== true && roles === undefined)
    .filter((rule) => looksAt(rule, names) && !elsewhere.includes(rule.id));
  expect(errorObjectRules.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
});

type Case = readonly [title: string, errors: readonly unknown[], links: Readonly<Record<string, unknown>> | undefined];

const none = undefined;

const cases: readonly Case[] = [
  ['no error', [], none],
  ['a valid error', [{ status: '400', title: 'No', source: { pointer: '/data' }, links: { about: '/x' } }], none],
  ['a valid link', [], { describedby: '/schema' }],
  ['a link that must be a URL', [], { describedby: 'a b' }],
  ['a link that is a number', [], { describedby: 1 }],
  ['a link object without an href', [], { describedby: { title: 1, hreflang: 2, rel: '', type: 3 } }],
  ['an unknown link', [], { other: '/x' }],
  ['links that are an array', [{ links: [] }], none],
  [
    'values of the wrong type',
    [{ id: 1, status: 2, code: 3, title: 4, detail: 5, source: 6, links: 7, meta: 8 }],
    none,
  ],
  ['a status of three letters', [{ status: 'abc' }], none],
  ['the same id twice', [{ id: '1' }, { id: '1' }], none],
  ['an unknown member', [{ title: 'x', stack: 'y' }], none],
  ['a member of an extension', [{ title: 'x', 'atomic:index': 1 }], none],
  ['a source with wrong members', [{ source: { pointer: 'x', parameter: 1, header: 'a b', other: 1 } }], none],
  ['an empty error', [{}], none],
  ['errors that are not an objects', [null, 1, 'x', []], none],
  ['links of an error', [{ links: { about: 1, type: ['/x', 2, { href: '::' }], other: '/x' } }], none],
  ['more than one hundred problems', Array.from({ length: 150 }, () => ({ code: 1 })), none],
  ['meta with a value that JSON lacks', [{ meta: { at: Number.NaN } }], none],
];

test('members of applied extensions are allowed, in one document as in the next', () => {
  const errors = [{ title: 'x', 'atomic:index': 1, 'version:id': '2' }];
  const atomicOnly = [atomicExtension];
  for (const extensions of [atomicOnly, atomicOnly, [atomicExtension]]) {
    expect(errorObjectIssues(errors, undefined, extensions).map(({ pointer }) => pointer)).toEqual([
      '/errors/0/version:id',
    ]);
  }
});

test.each(cases)('%s: reports what validateDocument reports', (_title, errors, links) => {
  const document = { errors, ...(links === undefined ? {} : { links }) };
  const { issues = [] } = validateDocument(document, { maxIssues: Number.POSITIVE_INFINITY });
  expect(errorObjectIssues(errors, links)).toEqual(issues);
});
