/** Documents of other implementations, each judged by hand: `../shared/corpus` beside the project. */
import { describe, expect, test } from 'vitest';
import { atomicExtension } from '../src/extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../src/extensions/cursor-pagination/cursor-pagination.ts';
import { defineExtension, type Extension } from '../src/media-type/extension.ts';
import type { DocumentRole } from '../src/spec/grammar/visitors.ts';
import { declaredRules as specifiedRules } from '../src/validate/declared-rules.ts';
import { validateDocument } from '../src/validate/validate-document.ts';
import type { ValidateOptions } from '../src/validate/validate-options.ts';
import type { ValidationIssue } from '../src/validate/validation-issue.ts';
import { corpusDeviations } from './corpus-deviations.ts';
import { isMissing, readSharedJson } from './shared.ts';

interface Entry {
  readonly file: string;
  readonly valid: boolean;
  readonly rules: readonly string[];
  readonly kind: 'response' | 'create' | 'update' | 'relationship' | 'error' | 'atomic';
  readonly layer: 'base' | 'atomic' | 'profile';
  readonly context?: { readonly ext?: readonly string[]; readonly sparseFieldsets?: boolean };
  readonly pointers?: readonly string[];
  readonly receiver?: 'reject' | 'ignore' | 'either';
}

const allRules = [...specifiedRules, ...(atomicExtension.rules ?? []), ...(cursorProfile.rules ?? [])];
const ledgerOf = new Map(allRules.map(({ id, requirements }) => [id, requirements]));

const missing = isMissing('corpus/index.json');
const entries: readonly Entry[] = missing ? [] : readSharedJson('corpus/index.json');

/** A document about a relationship may be a request, which needs data and may use local ids. */
const roles = {
  response: 'response',
  create: 'create',
  update: 'update',
  relationship: 'update-relationship',
  error: 'response',
  atomic: undefined,
} as const satisfies Record<Entry['kind'], DocumentRole | undefined>;

function extensionsOf({ layer, context }: Entry): readonly Extension[] {
  const others = (context?.ext ?? []).map((namespace) =>
    defineExtension({ uri: `https://example.com/ext/${namespace}`, namespace }),
  );
  return layer === 'atomic' ? [atomicExtension, ...others] : others;
}

function optionsOf(entry: Entry): ValidateOptions {
  const { kind } = entry;
  return {
    as: roles[kind],
    extensions: extensionsOf(entry),
    profiles: entry.layer === 'profile' || entry.context !== undefined ? [cursorProfile] : [],
    sparseFieldsets: entry.context?.sparseFieldsets === true,
  };
}

function runRules(entry: Entry): readonly ValidationIssue[] {
  return validateDocument(readSharedJson(`corpus/${entry.file}`), optionsOf(entry)).issues ?? [];
}

/** Whether one of the issues is what the index says: a rule of its rows, at one of its pointers. */
function agrees({ rules, pointers = [] }: Entry, issues: readonly ValidationIssue[]): boolean {
  return issues.some(
    ({ rule, pointer }) =>
      ledgerOf.get(rule)?.some((row) => rules.includes(row)) && (pointers.length === 0 || pointers.includes(pointer)),
  );
}

function deviates(entry: Entry): boolean {
  const issues = runRules(entry);
  return entry.valid ? issues.length > 0 : !agrees(entry, issues);
}

const valid = entries.filter((entry) => entry.valid);
const invalid = entries.filter((entry) => !entry.valid);
const title = missing ? 'corpus (skipped: ../shared/corpus is not beside the project)' : 'corpus';

describe.skipIf(missing)(title, () => {
  test('has its documents', () => {
    expect(entries.length).toBe(389);
    expect(invalid.length).toBeGreaterThan(150);
  });

  test.each(valid.filter(({ file }) => !Object.hasOwn(corpusDeviations, file)))('$file conforms', (entry) => {
    expect(runRules(entry)).toEqual([]);
  });

  test.each(invalid.filter(({ file }) => !Object.hasOwn(corpusDeviations, file)))('$file: $rules', (entry) => {
    const issues = runRules(entry);
    expect(agrees(entry, issues), JSON.stringify({ expected: entry, issues }, null, 1)).toBe(true);
  });

  test('every deviation is one, and has a reason', () => {
    const deviating = entries.filter(deviates).map(({ file }) => file);
    expect(deviating.sort()).toEqual(Object.keys(corpusDeviations).sort());
    for (const reason of Object.values(corpusDeviations)) expect(reason.length).toBeGreaterThan(20);
    const agreed = (list: readonly Entry[]): string => `${list.filter((it) => !deviates(it)).length} of ${list.length}`;
    process.stdout.write(`corpus: ${agreed(valid)} valid and ${agreed(invalid)} invalid documents judged as listed\n`);
  });
});
