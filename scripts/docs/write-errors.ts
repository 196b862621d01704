/** Writes docs/errors.md from the table of codes and the examples. */
import { writeFileSync } from 'node:fs';
import { errorsDocument } from '../../packages/core/test/errors-document.ts';

writeFileSync(new URL('../../docs/errors.md', import.meta.url), await errorsDocument());
