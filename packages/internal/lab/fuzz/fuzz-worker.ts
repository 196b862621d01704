import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';
import type { BatchReply, BatchRequest, InputReply, InputRequest } from './worker.ts';

/** The longest time until a process answers that has nothing to run, in milliseconds. */
const MAX_REST = 10_000;

/** Runs inputs in a process of its own, which is replaced if it ends or hangs. Each call must wait for the one before. */
export interface FuzzWorker {
  /** Returns the result, or why there is none after so many milliseconds. */
  readonly runBatch: (request: BatchRequest, longest: number) => Promise<BatchReply | string>;
  readonly runInputs: (request: InputRequest, longest: number) => Promise<InputReply | string>;
  /** Waits so many milliseconds for errors that come late. Returns the first one. */
  readonly rest: (wait: number) => Promise<string | undefined>;
  /** Ends the process. The next call starts another one. */
  readonly close: () => void;
}

/** Creates a worker. Its process starts with the first call, and loads the kinds from a module. */
export function createFuzzWorker(module: string): FuzzWorker {
  let child: ChildProcess | undefined;
  let printed = '';

  async function start(): Promise<ChildProcess> {
    // A small stack and heap would find other errors than those of applications: both are the defaults.
    const started = fork(join(root, 'packages/internal/lab/fuzz/worker.ts'), [module], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    printed = '';
    started.stderr?.on('data', (chunk: Buffer) => {
      printed = (printed + chunk.toString()).slice(-2000);
    });
    // A process that ended is noticed by `exitCode`, and a message that it did not get is not an error of its own.
    started.on('error', () => undefined);
    const first = await Promise.race([once(started, 'message'), once(started, 'exit').then(() => undefined)]);
    if (first === undefined) throw new Error(`A worker does not start: ${printed}`);
    return started;
  }

  function close(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  async function ask<Reply extends object>(request: object, longest: number): Promise<Reply | string> {
    child ??= await start();
    const asked = child;
    const controller = new AbortController();
    const { signal } = controller;
    const reply = once(asked, 'message', { signal }).then(([value]) => value as Reply);
    const ended = (code: unknown, by: unknown): string => `the process ended with ${code ?? by}: ${printed}`;
    const end =
      asked.exitCode === null && asked.signalCode === null
        ? once(asked, 'close', { signal }).then(([code, by]) => ended(code, by))
        : Promise.resolve(ended(asked.exitCode, asked.signalCode));
    const silence = new Promise<string>((resolve) => {
      const timer = setTimeout(() => resolve(`no reply in ${longest / 1000} s`), longest);
      signal.addEventListener('abort', () => clearTimeout(timer));
    });
    if (asked.connected) asked.send(request);
    try {
      const result = await Promise.race([reply, end, silence]);
      if (typeof result === 'string') {
        asked.kill('SIGKILL');
        // A search that was interrupted can have started another process meanwhile.
        if (child === asked) child = undefined;
      }
      return result;
    } finally {
      for (const it of [reply, end]) it.catch(() => undefined);
      controller.abort();
    }
  }

  return {
    close,
    runBatch: (request, longest) => ask(request, longest),
    runInputs: (request, longest) => ask(request, longest),
    async rest(wait) {
      if (child === undefined) return undefined;
      const result = await ask<InputReply>({ wait }, MAX_REST);
      return typeof result === 'string' ? result : result.problem;
    },
  };
}
