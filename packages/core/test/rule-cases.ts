/** The test of a rule: tables of documents. The same tables are the examples of docs/rules.md. */
import { describe, expect, test } from 'vitest';
import { atomicExtension } from '../src/extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../src/extensions/cursor-pagination/cursor-pagination.ts';
import type { Rule } from '../src/validate/rule.ts';
import { validateDocument } from '../src/validate/validate-document.ts';
import type { ValidateOptions } from '../src/validate/validate-options.ts';
import type { ValidationIssue } from '../src/validate/validation-issue.ts';
import { pointerResolves } from './pointer-resolves.ts';

/** A document that a rule has nothing against. */
export type AcceptedCase = readonly [title: string, document: unknown, options?: ValidateOptions];

/** A document that breaks a rule, and where. */
export type RejectedCase = readonly [
  title: string,
  document: unknown,
  pointers: string | readonly string[],
  options?: ValidateOptions,
];

interface RuleCases {
  readonly accepted: AcceptedCase[];
  readonly rejected: RejectedCase[];
}

/** The tables met so far, by rule. */
export const ruleCases: Map<string, RuleCases> = new Map();

let collecting = false;

/** Loads tables without running them. */
export async function collectCases(load: () => Promise<unknown>): Promise<ReadonlyMap<string, RuleCases>> {
  collecting = true;
  try {
    await load();
  } finally {
    collecting = false;
  }
  return ruleCases;
}

function casesOf({ id }: Rule): RuleCases {
  const known = ruleCases.get(id);
  if (known !== undefined) return known;
  const cases: RuleCases = { accepted: [], rejected: [] };
  ruleCases.set(id, cases);
  return cases;
}

/** Everything switched on that the rule may need. */
export function optionsFor({ id, level }: Rule, options: ValidateOptions = {}): ValidateOptions {
  return {
    level,
    ...(id.startsWith('atomic-') ? { extensions: [atomicExtension] } : {}),
    ...(id.startsWith('cursor-') ? { profiles: [cursorProfile] } : {}),
    ...options,
  };
}

function issuesOf(rule: Rule, document: unknown, options?: ValidateOptions): readonly ValidationIssue[] {
  const { issues = [] } = validateDocument(document, optionsFor(rule, options));
  // A rule that throws ends the walk; it would seem to have nothing against the document.
  expect(issues.filter(({ message }) => message.includes('reading it fails'))).toEqual([]);
  return issues.filter((issue) => issue.rule === rule.id);
}

/** The rule has nothing against these documents. */
export function accepts(rule: Rule, cases: readonly AcceptedCase[]): void {
  casesOf(rule).accepted.push(...cases);
  if (collecting) return;
  describe(`${rule.id} accepts`, () => {
    for (const [title, document, options] of cases) {
      test(title, () => expect(issuesOf(rule, document, options)).toEqual([]));
    }
  });
}

/** The rule reports these documents at exactly these places. */
export function rejects(rule: Rule, cases: readonly RejectedCase[]): void {
  casesOf(rule).rejected.push(...cases);
  if (collecting) return;
  describe(`${rule.id} rejects`, () => {
    for (const rejected of cases) test(rejected[0], () => expectRejection(rule, rejected));
  });
}

function expectRejection(rule: Rule, [, document, pointers, options]: RejectedCase): void {
  const issues = issuesOf(rule, document, options);
  const expected = typeof pointers === 'string' ? [pointers] : pointers;
  expect(issues.map(({ pointer }) => pointer).sort()).toEqual([...expected].sort());
  for (const { level, message, pointer, receiver, spec } of issues) {
    expect({ level, receiver, spec }).toEqual({ level: rule.level, receiver: rule.receiver, spec: rule.spec });
    expect(pointerResolves(document, pointer)).toBe(true);
    expect(message).toMatch(/^[^\n]{10,400}\.$/);
  }
  expect(issuesOf(rule, document, { ...options, rules: { ...options?.rules, [rule.id]: 'off' } })).toEqual([]);
}
