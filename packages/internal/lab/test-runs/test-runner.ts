import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '../../../../scripts/workspace.ts';

/** Tests to run, and the file they are to find changed. Paths are absolute. */
export interface TestRequest {
  readonly tests: readonly string[];
  readonly file?: string;
  readonly text?: string;
}

export interface TestReply {
  readonly passed: number;
  /** The test files that failed; the first failure ends the run. */
  readonly failed: readonly string[];
  /** The messages of the failures. */
  readonly reasons: readonly string[];
  /** The milliseconds that each test file took. */
  readonly times: readonly (readonly [test: string, milliseconds: number])[];
}

/** A message of the process that runs the tests: it is ready, one test file has ended, or the reply. */
export type TestMessage = 'ready' | 'ended' | TestReply;

/** Runs tests, one request at a time. */
export interface TestRunner {
  /**
   * Undefined when a test file did not end in time, or the process broke down.
   *
   * @param milliseconds For each test file, in their order. Loading the modules counts for the first.
   */
  run(request: TestRequest, milliseconds: readonly number[]): Promise<TestReply | undefined>;
  close(): void;
}

/** The milliseconds after which a test file has no end. */
export const MAX = 120_000;

/** A runner in a process of its own, which is replaced when a test does not come to an end. */
export function createTestRunner(environment: Readonly<Record<string, string>> = {}): TestRunner {
  let child: ChildProcess | undefined;

  async function start(): Promise<ChildProcess> {
    // Suppress the output of tests, which would break the progress, but show the errors of vitest itself.
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'] as const;
    const started = fork(join(root, 'packages/internal/lab/test-runs/test-process.ts'), {
      cwd: root,
      stdio: [...stdio],
      env: { ...process.env, ...environment },
    });
    const complaints: string[] = [];
    started.stderr?.on('data', (chunk: Buffer) => complaints.push(chunk.toString()));
    if ((await replyOf(started, MAX)) !== undefined) return started;
    started.kill('SIGKILL');
    throw new Error(`vitest does not start: ${complaints.join('')}`);
  }

  function close(): void {
    child?.kill('SIGKILL');
    child = undefined;
  }

  return {
    close,
    async run(request, milliseconds) {
      const isNew = child === undefined;
      child ??= await start();
      child.send(request);
      // Loading everything for the first time is not to count as a mutant without end.
      let message = await replyOf(child, isNew ? MAX : (milliseconds[0] ?? MAX));
      for (let ended = 1; message === 'ended'; ended++) message = await replyOf(child, milliseconds[ended] ?? MAX);
      if (message === undefined) close();
      return message as TestReply | undefined;
    },
  };
}

/** The next message of a process; undefined when it ends or takes too long. */
async function replyOf(child: ChildProcess, milliseconds: number): Promise<unknown> {
  const controller = new AbortController();
  const { signal } = controller;
  const silence = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  const message = once(child, 'message', { signal }).then(([value]) => value);
  const end = once(child, 'exit', { signal }).then(() => undefined);
  try {
    return await Promise.race([message, end, silence]);
  } finally {
    for (const it of [message, end]) it.catch(() => undefined);
    controller.abort();
  }
}
