/** Before each test file: collects which places of the sources its tests run, and writes them into the file of the environment. */
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';

const output = process.env['LINKAGE_REACH'];

if (output !== undefined) {
  const reached = new Set<string>();
  Object.assign(globalThis, { linkageReached: reached });
  afterAll(() => {
    appendFileSync(output, `${JSON.stringify({ test: expect.getState().testPath, reached: [...reached] })}\n`);
  });
}
