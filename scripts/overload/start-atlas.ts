import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The time in milliseconds that a process has to end by itself. */
const PATIENCE = 5000;

/** The atlas in a process of its own, with its own database. */
export interface AtlasProcess {
  readonly port: number;
  /** Returns the answer of the process to a question: see `serve.ts`. */
  readonly ask: (question: 'memory' | 'sample') => Promise<unknown>;
  /** Ends the process and deletes its database. */
  readonly end: () => Promise<void>;
}

/**
 * Starts the atlas.
 *
 * @param seconds After these seconds, the process is killed.
 */
export async function startAtlas(
  seconds: number,
  limits = '{}',
  execArgv: readonly string[] = [],
): Promise<AtlasProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'atlas-'));
  const program = join(import.meta.dirname, 'serve.ts');
  const child = fork(program, [join(folder, 'atlas.db'), limits], { execArgv: [...execArgv] });
  const timer = setTimeout(() => child.kill('SIGKILL'), seconds * 1000);
  const [port] = (await once(child, 'message')) as [number];
  return {
    port,
    async ask(question) {
      const answer = once(child, 'message');
      child.send(question);
      return (await answer)[0] as unknown;
    },
    async end() {
      clearTimeout(timer);
      if (child.connected) child.disconnect();
      if (child.exitCode === null)
        await Promise.race([once(child, 'exit'), new Promise((resolve) => setTimeout(resolve, PATIENCE))]);
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
