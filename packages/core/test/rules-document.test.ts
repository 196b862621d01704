import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { atomicExtension } from '../src/extensions/atomic/atomic-operations.ts';
import { cursorProfile } from '../src/extensions/cursor-pagination/cursor-pagination.ts';
import { declaredRules as specifiedRules } from '../src/validate/declared-rules.ts';
import { ruleCases } from './rule-cases.ts';
import { rulesDocument } from './rules-document.ts';

test('docs/rules.md says what the rules say; otherwise run: node scripts/docs/write-rules.ts', async () => {
  const written = readFileSync(new URL('../../../docs/rules.md', import.meta.url), 'utf8');
  expect(written).toBe(await rulesDocument());
});

test('every rule has accepted and rejected documents', async () => {
  await rulesDocument();
  for (const { id } of [...specifiedRules, ...(atomicExtension.rules ?? []), ...(cursorProfile.rules ?? [])]) {
    expect(ruleCases.get(id)?.accepted.length, id).toBeGreaterThan(0);
    expect(ruleCases.get(id)?.rejected.length, id).toBeGreaterThan(0);
  }
});
