/** Starts an example of a framework in a runtime of its own. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A runtime that is installed. */
export interface Runtime {
  /** `node`, `bun`, `deno`, or `workerd`. */
  readonly kind: string;
  readonly program: string;
  /** The arguments before the file. */
  readonly argv: readonly string[];
  /** The file that starts the framework. */
  readonly file?: string;
}

export interface Child {
  readonly port: number;
  readonly stop: () => void;
}

/** The longest time until a framework listens, in milliseconds. */
const START = 20_000;

/** @throws If the program ends, or does not listen in time: the end of what it printed. */
export function startChild(
  { program, argv, file = 'serve.js' }: Runtime,
  folder: string,
  framework: string,
): Promise<Child> {
  const child = spawn(program, [...argv, file, framework], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
  return new Promise((resolve, reject) => {
    const fail = (reason: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${reason} ${printed.join('').slice(-500)}`));
    };
    const timer = setTimeout(() => fail('The framework does not listen.'), START);
    child.on('error', (error) => fail(error.message));
    child.on('exit', (code) => fail(`The framework ended with ${code}.`));
    createInterface(child.stdout).on('line', (line) => {
      const port = Number(/^port (\d+)$/.exec(line)?.[1]);
      if (Number.isNaN(port)) return;
      clearTimeout(timer);
      child.removeAllListeners('exit');
      resolve({ port, stop: () => child.kill('SIGKILL') });
    });
  });
}
