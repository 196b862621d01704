import { fork } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Replies } from './atlas-report.ts';

/** The milliseconds that the process has to end by itself: more than the grace time of the atlas. */
const PATIENCE = 12_000;
/** The characters of the errors of the process that are kept. */
const KEPT = 2000;

const main = join(import.meta.dirname, '../../atlas/src/main.ts');
const report = join(import.meta.dirname, 'atlas-report.ts');
const served = /served at http:\/\/\S+:(\d+) /;

/** The atlas as `npm start` runs it, in a process of its own. */
export interface AtlasProcess {
  readonly port: number;
  /** Aborted with an error if the process ends by itself. */
  readonly signal: AbortSignal;
  /** Asks the process for a figure: see `atlas-report.ts`. */
  readonly ask: <Question extends keyof Replies>(question: Question) => Promise<Replies[Question]>;
  /** Ends the process. Rejects if it does not end with exit code 0 within its grace time. */
  readonly end: () => Promise<void>;
}

/** How to start the atlas. */
export interface AtlasStart {
  /** A folder for the database and the log. */
  readonly folder: string;
  /** After these seconds, the process is killed. */
  readonly seconds: number;
  /** The URL of a PostgreSQL database. Default: a file of SQLite in the folder. */
  readonly database?: string;
  /** The limits as in `ATLAS_LIMITS`. Default: those of the atlas. */
  readonly limits?: string;
  /** The program. Default: the atlas. */
  readonly program?: string;
}

/**
 * Starts the atlas.
 *
 * @throws {Error} If the process ends before it listens. The message contains its errors.
 */
export async function startAtlas({
  folder,
  seconds,
  limits = '',
  program = main,
  database = join(folder, 'atlas.db'),
}: AtlasStart): Promise<AtlasProcess> {
  const log = join(folder, 'atlas.log');
  const file = openSync(log, 'w');
  const env = { ...process.env, PORT: '0', HOST: '', ATLAS_DB: database, ATLAS_LIMITS: limits };
  const execArgv = ['--expose-gc', '--import', report];
  const child = fork(program, [], { execArgv, env, stdio: ['ignore', file, 'pipe', 'ipc'] });
  closeSync(file);
  let errors = '';
  child.stderr?.on('data', (chunk) => {
    errors = (errors + chunk).slice(-KEPT);
  });
  const controller = new AbortController();
  const { signal } = controller;
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, name) => resolve(code === null ? `signal ${name}` : `exit code ${code}`));
  });
  void ended.then((how) => controller.abort(new Error(`The atlas ended with ${how}.\n${errors}`.trim())));
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  void ended.then(() => clearTimeout(timer));

  const replies = new Map<number, (reply: unknown) => void>();
  child.on('message', ({ id, reply }: { id: number; reply: unknown }) => {
    replies.get(id)?.(reply);
    replies.delete(id);
  });
  let questions = 0;

  const portOf = async (): Promise<number> => {
    for (;;) {
      signal.throwIfAborted();
      const port = served.exec(readFileSync(log, 'utf8'))?.[1];
      if (port !== undefined) return Number(port);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  return {
    port: await portOf(),
    signal,
    ask(question) {
      const id = questions++;
      return new Promise((resolve, reject) => {
        const fail = (): void => reject(signal.reason);
        if (signal.aborted) return fail();
        signal.addEventListener('abort', fail, { once: true });
        replies.set(id, (reply) => {
          signal.removeEventListener('abort', fail);
          resolve(reply as never);
        });
        child.send({ id, question });
      });
    },
    async end() {
      signal.throwIfAborted();
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), PATIENCE);
      const how = await ended;
      clearTimeout(patience);
      if (how !== 'exit code 0') throw new Error(`The atlas ended with ${how} after SIGTERM.\n${errors}`.trim());
    },
  };
}

/** Starts the atlas, and ends it after `use`. Returns the result of `use`. */
export async function withAtlas<Result>(
  start: AtlasStart,
  use: (atlas: AtlasProcess) => Promise<Result>,
): Promise<Result> {
  const atlas = await startAtlas(start);
  const result = await use(atlas);
  await atlas.end();
  return result;
}
