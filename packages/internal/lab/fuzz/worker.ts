/**
 * A process that runs batches of inputs, or some inputs. A crash or an input without end then concerns only this process. Argument: the
 * path of the module with the kinds.
 */
import { pathToFileURL } from 'node:url';
import type { InputKind } from './input-kind.ts';
import { collectLateErrors, runAlone } from './run-alone.ts';
import { type Finding, runBatch } from './run-batch.ts';
import { settle } from './settle.ts';

/** A batch to run. */
export interface BatchRequest {
  readonly kind: string;
  readonly seed: number;
  readonly size: number;
}

/** Inputs to run one after the other with a new subject. The process waits some milliseconds for errors that come late. */
export interface InputRequest {
  readonly kind: string;
  readonly inputs: readonly unknown[];
  readonly wait: number;
}

/** Nothing to run: the process only waits some milliseconds for errors that come late. */
export interface RestRequest {
  readonly wait: number;
}

/** The result of a batch, with its time in milliseconds. */
export interface BatchReply {
  readonly inputs: number;
  readonly time: number;
  readonly findings: readonly Finding[];
  /** An error that no code handled, of an input of this batch or of the one before. */
  readonly late?: string | undefined;
}

/** The result of inputs, or of a wait. */
export interface InputReply {
  readonly problem?: string | undefined;
}

const { kinds }: { readonly kinds: readonly InputKind[] } = await import(pathToFileURL(process.argv[2] ?? '').href);
const known = new Set<string>();
const late = collectLateErrors();

type Request = BatchRequest | InputRequest | RestRequest;

async function reply(request: Request): Promise<BatchReply | InputReply> {
  if (!('kind' in request)) {
    await settle(request.wait);
    return { problem: late.take() };
  }
  const kind = kinds.find(({ name }) => name === request.kind);
  if (kind === undefined) throw new Error(`There is no kind ${request.kind}.`);
  if ('inputs' in request) return { problem: await runAlone(kind, request.inputs, late, request.wait) };
  const started = performance.now();
  const result = await runBatch(kind, request.seed, request.size, known);
  const time = performance.now() - started;
  await settle();
  return { ...result, time, late: late.take() };
}

process.on('disconnect', () => process.exit());
process.on('message', async (request: Request) => {
  try {
    process.send?.(await reply(request));
  } catch (error) {
    process.stderr.write(`${(error as Error).stack}\n`, () => process.exit(1));
  }
});
process.send?.('ready');
