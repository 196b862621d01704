import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');
const running = new Set<ChildProcess>();

/**
 * The demo as a process of its own: what it has said so far, and its end. Without limits of all requests, because other tests that
 * use the processor delay its event loop.
 */
export function startAtlas(env: Record<string, string>, args: readonly string[] = []) {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, PORT: '0', ATLAS_LIMITS: 'none', ...env },
  });
  running.add(child);
  const said = { out: '', err: '' };
  child.stdout.on('data', (text) => {
    said.out += text;
  });
  child.stderr.on('data', (text) => {
    said.err += text;
  });
  const exit = once(child, 'close').then(([code]) => {
    running.delete(child);
    return { code: code as number | null, ...said };
  });
  async function saying(what: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = what.exec(said.out);
      if (match !== null) return match;
      if (child.exitCode !== null) throw new Error(`It ended without saying ${what}: ${said.out}${said.err}`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  return { child, exit, saying };
}

/** The line that names the URL of the demo. */
export const served = /served at (http:\S+)/;

/** Ends the processes of the tests before. */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
