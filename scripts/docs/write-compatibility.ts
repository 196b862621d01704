/** Writes docs/compatibility.md from the versions under test and the known differences. */
import { writeFileSync } from 'node:fs';
import { compatibilityDocument } from '../../packages/internal/lab/compatibility/document.ts';

writeFileSync(new URL('../../docs/compatibility.md', import.meta.url), compatibilityDocument());
