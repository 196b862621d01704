import fc from 'fast-check';
import { blogNames } from '../blog.ts';
import { wrongError } from '../engine-error.ts';
import type { InputKind } from '../input-kind.ts';
import { mutatedDocuments } from '../mutate-document.ts';
import { revive, wildStrings } from '../wild.ts';
import { coreCalls } from './core-calls.ts';
import { serverCalls } from './server-calls.ts';

const calls = { ...coreCalls, ...serverCalls };

async function call([name, text]: [string, string]): Promise<string | undefined> {
  try {
    const result = calls[name]?.run(revive(JSON.parse(text)));
    // A promise that is rejected later must not end the process.
    if (result instanceof Promise) await result;
    return undefined;
  } catch (error) {
    const problem = wrongError(error);
    return problem && `${name} ${problem}`;
  }
}

const extra = { names: blogNames, strings: [...wildStrings, ...wildStrings], isJson: true };

/** Options of public functions: a wrong one must be a TypeError that says which. */
export const optionKinds: readonly InputKind[] = [
  {
    name: 'options',
    inputs: fc.oneof(
      ...Object.entries(calls).map(([name, { seed }]) => fc.tuple(fc.constant(name), mutatedDocuments([seed], extra))),
    ),
    open: () => ({ run: call }),
  },
];
