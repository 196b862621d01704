/** Before each test file: changes the prototypes of the worker, after the test tool and the libraries of the tests have loaded. */
import fc from 'fast-check';
import { isSource } from './caller.ts';
import { freezeFor } from './freeze-for-source.ts';

// The same cases in each run: a property about a share of its cases could otherwise fail by chance.
fc.configureGlobal({ seed: 1 });

const mode = process.env['LINKAGE_PROTOTYPES'];

if (mode === 'frozen') {
  freezeFor(isSource);
}
