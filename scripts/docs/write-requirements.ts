/** Writes docs/requirements.md from the cases of the conformance tests, and from servers that break requirements. */
import { writeFileSync } from 'node:fs';
import { requirementsDocument } from './requirements-document.ts';

writeFileSync(new URL('../../docs/requirements.md', import.meta.url), await requirementsDocument());
