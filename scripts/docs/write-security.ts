/** Writes the table of all limits into docs/guide/limits.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withLimits } from '../security/limits-table.ts';

const page = new URL('../../docs/guide/limits.md', import.meta.url);
writeFileSync(page, withLimits(readFileSync(page, 'utf8')));
