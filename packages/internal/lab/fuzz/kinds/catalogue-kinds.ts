import fc from 'fast-check';
import { createHostileServer } from '../../../bench/src/hostile/api.ts';
import { catalogue } from '../../../bench/src/hostile/catalogue.ts';
import type { InputKind } from '../input-kind.ts';
import { type RequestInput, sendRequest } from '../send-request.ts';

/** The largest size: above it, other work than that of the readers takes the time of an input. */
const MAX_SIZE = 1000;

/** The hostile inputs of the benchmarks, in sizes up to the limit of a server and above: their responses are checked, and not timed. */
export const catalogueKinds: readonly InputKind[] = [
  {
    name: 'catalogue',
    inputs: fc.tuple(fc.constantFrom(...catalogue.keys()), fc.nat(MAX_SIZE), fc.nat(9)),
    open: () => {
      const failures: unknown[] = [];
      const server = createHostileServer({ onError: (error) => failures.push(error) });
      return {
        run: ([name, size, mark]: [string, number, number]) => {
          const request = catalogue.get(name)?.(size, `m${mark}`);
          return request === undefined
            ? `no input is called ${name}`
            : sendRequest({ server, failures }, request as RequestInput);
        },
      };
    },
  },
];
