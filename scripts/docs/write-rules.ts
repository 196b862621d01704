/**
 * Writes the tables of the source code and docs/rules.md from the rules of the validator and the tables of their tests.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { ruleTables } from '../../packages/core/test/rule-files.ts';

for (const { path, text } of ruleTables()) {
  writeFileSync(new URL(`../../packages/core/${path}`, import.meta.url), text);
}

// The page needs the tables, also those of a new rule.
const { rulesDocument } = await import('../../packages/core/test/rules-document.ts');
const file = new URL('../../docs/rules.md', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, await rulesDocument());
