import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../workspace.ts';
import type { BatchAnswer, BatchRequest } from './worker.ts';

/** The longest time of a batch, in milliseconds. */
const LONGEST = 90_000;

/** Runs batches in a process of its own, which is replaced if it ends or hangs. */
export interface FuzzWorker {
  /** Returns the result, or why there is none. */
  run(request: BatchRequest): Promise<BatchAnswer | string>;
  close(): void;
}

/** Creates a worker. Its process starts with the first batch. */
export function createFuzzWorker(): FuzzWorker {
  let child: ChildProcess | undefined;
  let printed = '';

  async function start(): Promise<ChildProcess> {
    // A small stack and heap would find other errors than those of applications: both are the defaults.
    const started = fork(join(root, 'scripts/fuzz/worker.ts'), {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    printed = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-2000);
    });
    const first = await Promise.race([once(started, 'message'), once(started, 'exit').then(() => undefined)]);
    if (first === undefined) throw new Error(`A worker does not start: ${printed}`);
    return started;
  }

  function close(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    close,
    async run(request) {
      child ??= await start();
      const controller = new AbortController();
      const { signal } = controller;
      const answer = once(child, 'message', { signal }).then(([value]) => value as BatchAnswer);
      const end = once(child, 'exit', { signal }).then(([code]) => `the process ended with ${code}: ${printed}`);
      const silence = new Promise<string>((resolve) => {
        const timer = setTimeout(() => resolve(`no answer in ${LONGEST / 1000} s`), LONGEST);
        signal.addEventListener('abort', () => clearTimeout(timer));
      });
      child.send(request);
      try {
        const result = await Promise.race([answer, end, silence]);
        if (typeof result === 'string') close();
        return result;
      } finally {
        for (const it of [answer, end]) it.catch(() => undefined);
        controller.abort();
      }
    },
  };
}
