import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { changeRulesDocument } from './rules-document.ts';

test('docs/changes.md says what the rules say; otherwise run: node scripts/docs/write-changes.ts', () => {
  expect(readFileSync(new URL('../../../../docs/changes.md', import.meta.url), 'utf8')).toBe(changeRulesDocument());
});
