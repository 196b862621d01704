/** Runs a program of docs/examples as a user would, in a folder of its own and on a free port. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../workspace.ts';

export interface RunningExample {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Milliseconds until a program must listen. */
const PATIENCE = 20_000;

const anyPort = new URL('any-port.ts', import.meta.url).href;

/** Starts a program that listens, and waits until it does. */
export async function runExample(path: string): Promise<RunningExample> {
  const cwd = mkdtempSync(join(tmpdir(), 'linkage-example-'));
  const child = spawn(process.execPath, ['--import', anyPort, join(root, path)], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  let output = '';
  const port = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk;
      const [, found] = /^port: (\d+)$/m.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    ended.then(() => reject(new Error(`${path} ended:\n${output}`)));
    setTimeout(() => {
      child.kill();
      reject(new Error(`${path} does not listen:\n${output}`));
    }, PATIENCE).unref();
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill();
      await ended;
      rmSync(cwd, { recursive: true, force: true });
    },
  };
}
