/** Programs of this folder in processes of their own: what V8 learned of one workload says nothing about the next. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A running program. */
export interface TaskProcess {
  /** Sends a message, if there is one, and waits for the next message of the program. Rejects if the program ends before. */
  readonly reply: <Reply>(message?: unknown) => Promise<Reply>;
  readonly end: () => void;
}

/** Starts a program of the sources, with its arguments and the flags of Node. */
export function startTask(file: string, argv: readonly string[], execArgv: readonly string[] = []): TaskProcess {
  const child = fork(join(import.meta.dirname, '..', file), [...argv], { execArgv: [...execArgv] });
  return {
    async reply(message) {
      const ended = new AbortController();
      const end = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
        throw new Error(`${[file, ...argv].join(' ')} ended with code ${code}.`);
      });
      const reply = once(child, 'message');
      if (message !== undefined) child.send(message as never);
      try {
        return (await Promise.race([reply, end]))[0];
      } finally {
        ended.abort();
        end.catch(() => undefined);
      }
    },
    end: () => void child.kill(),
  };
}

/** Returns the only message of a program. */
export async function resultOf<Result>(
  file: string,
  argv: readonly string[],
  execArgv: readonly string[] = ['--expose-gc'],
): Promise<Result> {
  const task = startTask(file, argv, execArgv);
  try {
    return await task.reply<Result>();
  } finally {
    task.end();
  }
}
