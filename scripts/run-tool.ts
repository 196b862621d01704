import { spawn } from 'node:child_process';
import { root } from './workspace.ts';

export interface ToolResult {
  readonly ok: boolean;
  readonly output: string;
}

/** Runs a program of node_modules/.bin (or this Node) to its end and collects what it printed. */
export function runTool(program: string, argv: readonly string[], cwd: string = root): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(program, argv, { cwd, shell: needsShell(program), stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString().trim() }));
  });
}

/**
 * Runs a program with the output of this process: its output is not collected.
 *
 * @param minutes The time after which the program is ended. By default, the time is not limited.
 */
export function runLive(program: string, argv: readonly string[], minutes?: number): Promise<ToolResult> {
  return new Promise((resolve) => {
    const child = spawn(program, argv, { cwd: root, shell: needsShell(program), stdio: 'inherit' });
    const limit =
      minutes === undefined
        ? undefined
        : setTimeout(() => {
            process.stderr.write(`\n${program}: the time limit of ${minutes} minutes is over.\n`);
            child.kill('SIGKILL');
          }, minutes * 60_000);
    child.on('close', () => clearTimeout(limit));
    child.on('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output: '' }));
  });
}

/** Runs tasks two at a time, as a small machine can bear, and ends with an error that holds every failure. */
export async function runAll(tasks: readonly (() => Promise<ToolResult>)[]): Promise<void> {
  const queue = [...tasks];
  const failures: string[] = [];
  const work = async (): Promise<void> => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const result = await task();
      if (!result.ok) failures.push(result.output);
    }
  };
  await Promise.all([work(), work()]);
  if (failures.length > 0) {
    console.error(failures.join('\n\n'));
    process.exitCode = 1;
  }
}

/** On Windows the programs of node_modules/.bin are scripts for its shell. */
function needsShell(program: string): boolean {
  return process.platform === 'win32' && program !== process.execPath;
}
