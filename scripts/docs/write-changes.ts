/** Writes docs/changes.md from the rules of @linkage/changes. */
import { writeFileSync } from 'node:fs';
import { changeRulesDocument } from '../../packages/tools/changes/test/rules-document.ts';

writeFileSync(new URL('../../docs/changes.md', import.meta.url), changeRulesDocument());
