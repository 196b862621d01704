import { batchSeed } from './batch-seed.ts';
import { createFuzzWorker, type FuzzWorker } from './fuzz-worker.ts';
import type { InputKind } from './input-kind.ts';
import { type FuzzLimits, isolate } from './isolate.ts';
import type { FuzzOptions } from './options.ts';
import type { Finding } from './run-batch.ts';
import { signatureOf } from './run-input.ts';
import type { BatchRequest } from './worker.ts';

/** The settings of a run. */
export interface FuzzRun extends Pick<FuzzOptions, 'minutes' | 'seed' | 'workers' | 'inputs' | 'batch'> {
  readonly kinds: readonly InputKind[];
  /** The path of the module that exports the kinds. */
  readonly module: string;
  readonly limits?: FuzzLimits;
  /** Called for the first finding of each signature, with the batch that it comes from. */
  readonly onFinding: (finding: Finding, batch: BatchRequest) => void;
  /** Called after each batch. */
  readonly onBatch?: (kind: string) => void;
}

/** The figures of a run so far. */
export interface FuzzTotals {
  inputs: number;
  /** Signatures of the findings. */
  readonly findings: Set<string>;
  /** Inputs and milliseconds of each kind. */
  readonly kinds: ReadonlyMap<string, { inputs: number; time: number }>;
}

/** The inputs of a batch. */
const SIZE = 250;
/** How long the processes wait for late errors of their last batch, in milliseconds. */
const LAST_WAIT = 200;
const defaultLimits: FuzzLimits = { batch: 90_000, input: 10_000, search: 60_000 };

/** A batch and its kind. */
interface Place {
  readonly kind: InputKind;
  readonly batch: BatchRequest;
}

/** Creates the totals of a run that has not begun. */
export function createTotals(kinds: readonly InputKind[]): FuzzTotals {
  const each = kinds.map(({ name }) => [name, { inputs: 0, time: 0 }] as const);
  return { inputs: 0, findings: new Set(), kinds: new Map(each) };
}

/** Runs inputs until the time is over or there are enough, and adds to the totals. Each kind gets the same number of inputs. */
export async function fuzz(run: FuzzRun, totals: FuzzTotals): Promise<void> {
  const { kinds, module, limits = defaultLimits, onFinding, onBatch } = run;
  const deadline = performance.now() + run.minutes * 60_000;
  const known = new Set<string>();
  let batches = 0;

  /** The next batch, whose seed follows from its number. */
  function nextBatch(): Place | undefined {
    const isOver = run.batch === undefined ? totals.inputs >= run.inputs : batches > 0;
    const number = batches;
    const kind = kinds[number % kinds.length];
    if (isOver || kind === undefined || performance.now() >= deadline) return undefined;
    batches += 1;
    return { kind, batch: { kind: kind.name, seed: run.batch ?? batchSeed(run.seed, number), size: SIZE } };
  }

  function report(finding: Finding, batch: BatchRequest): void {
    const signature = signatureOf(finding.kind, finding.problem);
    if (totals.findings.has(signature)) return;
    totals.findings.add(signature);
    onFinding(finding, batch);
  }

  /** Finds the input after which a process ended, hung, or reported an error that no code handled. */
  async function search(problem: string, worker: FuzzWorker, places: readonly Place[]): Promise<void> {
    const [{ kind, batch }] = places as readonly [Place];
    const signature = signatureOf(kind.name, problem);
    if (known.has(signature)) return;
    known.add(signature);
    for (const place of places) {
      const finding = await isolate(place.kind, place.batch, worker, limits);
      worker.close();
      if (finding !== undefined) return report(finding, place.batch);
    }
    report({ kind: kind.name, problem, input: null }, batch);
  }

  async function work(): Promise<void> {
    const worker = createFuzzWorker(module);
    let previous: readonly Place[] = [];
    try {
      for (let next = nextBatch(); next !== undefined; next = nextBatch()) {
        const { kind, batch } = next;
        const reply = await worker.runBatch(batch, limits.batch);
        const isComplete = typeof reply !== 'string';
        const problem = isComplete ? reply.late : reply;
        if (isComplete) {
          totals.inputs += reply.inputs;
          const total = totals.kinds.get(kind.name);
          if (total !== undefined) {
            total.inputs += reply.inputs;
            total.time += reply.time;
          }
          for (const finding of reply.findings) report(finding, batch);
        }
        // An error that came late can be one of the batch before.
        if (problem !== undefined) await search(problem, worker, [next, ...previous]);
        previous = [next];
        onBatch?.(kind.name);
      }
      const [last] = previous;
      const problem = last && (await worker.rest(LAST_WAIT));
      if (problem !== undefined) await search(problem, worker, previous);
    } finally {
      worker.close();
    }
  }

  await Promise.all(Array.from({ length: run.workers }, work));
}
