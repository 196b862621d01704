/** Writes docs/coverage.md from the requirements beside the project, the rules, and the files that name requirements. */
import { writeFileSync } from 'node:fs';
import { coverageDocument } from '../coverage/coverage-document.ts';

writeFileSync(new URL('../../docs/coverage.md', import.meta.url), coverageDocument());
