/** A process that runs batches of inputs. A crash or an input without end then concerns only this process. */
import { families } from './families.ts';
import { type Finding, runBatch } from './run-batch.ts';

/** A batch to run. */
export interface BatchRequest {
  readonly family: string;
  readonly seed: number;
  readonly size: number;
}

/** The result of a batch, in milliseconds. */
export interface BatchAnswer {
  readonly inputs: number;
  readonly time: number;
  readonly findings: readonly Finding[];
}

const known = new Set<string>();

process.on('disconnect', () => process.exit());
process.on('message', async ({ family, seed, size }: BatchRequest) => {
  const wanted = families.find(({ name }) => name === family);
  if (wanted === undefined) throw new Error(`There is no family ${family}.`);
  const started = performance.now();
  const { inputs, findings } = await runBatch(wanted, seed, size, known);
  const answer: BatchAnswer = { inputs, time: performance.now() - started, findings };
  process.send?.(answer);
});
process.send?.('ready');
