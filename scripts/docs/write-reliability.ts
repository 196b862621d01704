/** Writes docs/reliability.md from the committed results of the commands. */
import { writeFileSync } from 'node:fs';
import { reliabilityDocument } from '../../packages/internal/lab/reliability/document.ts';
import { readResults } from '../../packages/internal/lab/reliability/results.ts';

writeFileSync(new URL('../../docs/reliability.md', import.meta.url), reliabilityDocument(readResults()));
