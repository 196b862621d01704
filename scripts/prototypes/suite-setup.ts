/** Before each test file: changes the prototypes of the worker, after the test tool and the libraries of the tests have loaded. */
import { afterEach, beforeEach } from 'vitest';
import { values } from '../../packages/server/test/prototypes/names.ts';
import { isSource } from './caller.ts';
import { freezeFor } from './freeze-for-source.ts';
import { createPollution } from './pollute-callers.ts';

const mode = process.env['LINKAGE_PROTOTYPES'];

if (mode === 'frozen') {
  freezeFor(isSource);
}

if (mode === 'polluted') {
  // Vitest collects tests with `for … in`, which finds every enumerable property, so the properties exist only during tests.
  const pollution = createPollution(
    values.map(([, value]) => value),
    isSource,
  );
  beforeEach(pollution.start);
  afterEach(pollution.end);
}
