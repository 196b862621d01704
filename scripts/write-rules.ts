/** Writes docs/rules.md from the rules of the validator and the tables of their tests. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { rulesDocument } from '../packages/core/test/rules-document.ts';

const file = new URL('../docs/rules.md', import.meta.url);
mkdirSync(new URL('.', file), { recursive: true });
writeFileSync(file, await rulesDocument());
