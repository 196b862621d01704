import type { Subject } from './family.ts';

/** The longest time for an input, in milliseconds, and the largest input that it holds for, in characters. */
const mostTime = 20;
const mostSize = 16_384;
const repetitions = 7;

/** Runs an input once. An error is a problem. */
async function runOnce(
  subject: Subject,
  input: unknown,
): Promise<{ readonly problem: string | undefined; readonly time: number }> {
  const started = performance.now();
  const before = process.cpuUsage();
  let problem: string | undefined;
  try {
    problem = await subject.run(input as never);
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    problem = `threw ${stack.replaceAll(/file:\S*\/packages\//g, 'packages/').slice(0, 500)}`;
  }
  const { user, system } = process.cpuUsage(before);
  // On a busy machine, the process waits: its own time is then less than the time of the clock.
  return { problem, time: Math.min(performance.now() - started, (user + system) / 1000) };
}

/**
 * Runs an input and returns what is wrong with it, or undefined. An input that takes long is repeated: the collection of
 * garbage and the compilation of code do not come every time.
 */
export async function runInput(subject: Subject, input: unknown): Promise<string | undefined> {
  const { problem, time } = await runOnce(subject, input);
  if (problem !== undefined || time <= mostTime || JSON.stringify(input).length > mostSize) return problem;
  let best = time;
  for (let count = 0; count < repetitions && best > mostTime; count++) {
    best = Math.min(best, (await runOnce(subject, input)).time);
  }
  return best > mostTime ? `takes ${Math.round(best)} ms` : undefined;
}

/** Returns a problem without values of the input: two inputs with one mistake have the same signature. */
export function signatureOf(family: string, problem: string): string {
  return `${family} ${problem
    .split(/[\n{]/)[0]
    ?.replaceAll(/"[^"]*"|'[^']*'|\d+/g, '…')
    .slice(0, 100)}`;
}
