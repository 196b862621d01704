import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compatibilityDocument } from './document.ts';

test('docs/compatibility.md names what is tested; otherwise run: node scripts/docs/write-compatibility.ts', () => {
  const page = new URL('../../../../docs/compatibility.md', import.meta.url);
  expect(readFileSync(page, 'utf8')).toBe(compatibilityDocument());
});
