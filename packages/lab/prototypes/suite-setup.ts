/** Before each test file: changes the prototypes of the worker, after the test tool and the libraries of the tests have loaded. */
import fc from 'fast-check';
import { beforeEach } from 'vitest';
import { isSource } from './caller.ts';
import { freezeFor } from './freeze-for-source.ts';
import { values } from './names.ts';
import { createPollution } from './pollute-callers.ts';

// The same cases in each run: a property about a share of its cases could otherwise fail by chance.
fc.configureGlobal({ seed: 1 });

const mode = process.env['LINKAGE_PROTOTYPES'];

if (mode === 'frozen') {
  freezeFor(isSource);
}

if (mode === 'polluted') {
  const pollution = createPollution(
    values.map(([, value]) => value),
    isSource,
  );
  pollution.start();
  beforeEach(pollution.restart);
}
