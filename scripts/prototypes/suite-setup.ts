/** Before each test file: changes the prototypes of the worker, after the test tool and the libraries of the tests have loaded. */
import { afterEach, beforeEach } from 'vitest';
import { values } from '../../packages/server/test/prototypes/names.ts';
import { createPollution } from './pollute-callers.ts';

const mode = process.env['LINKAGE_PROTOTYPES'];

if (mode === 'frozen') {
  await import('../../packages/server/test/prototypes/load-frameworks.ts');
  await import('../../packages/server/test/prototypes/freeze.ts');
}

if (mode === 'polluted') {
  // Vitest collects tests with `for … in`, which finds every enumerable property, so the properties exist only during tests.
  const source = /\/packages\/[^/]+\/src\/(?!.*\.test\.ts)/;
  const pollution = createPollution(
    values.map(([, value]) => value),
    (file) => source.test(file),
  );
  beforeEach(pollution.start);
  afterEach(pollution.end);
}
