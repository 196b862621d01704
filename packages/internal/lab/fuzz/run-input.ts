import type { InputKind, Subject } from './input-kind.ts';

/** The longest time for an input of a kind that declares none, in milliseconds. */
const usualTime = 20;
/** The largest input that the longest time holds for, in characters. */
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

/** Returns the shortest time of several runs, which end at the first one that is short enough. */
async function shortest(mostTime: number, runs: () => Promise<number>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let count = 0; count < repetitions && best > mostTime; count++) best = Math.min(best, await runs());
  return best;
}

/** Runs a function with a new subject. */
async function withNewSubject<Result>(kind: InputKind, use: (subject: Subject) => Promise<Result>): Promise<Result> {
  const subject = await kind.open();
  try {
    return await use(subject);
  } finally {
    await subject.close?.();
  }
}

/**
 * Runs an input and returns what is wrong with it, or undefined. An input that takes long is repeated: the collection of
 * garbage and the compilation of code do not come every time. It is a problem if the input is slow again and again, or if it
 * is the first one of each new subject.
 */
export async function runInput(kind: InputKind, subject: Subject, input: unknown): Promise<string | undefined> {
  const { mostTime = usualTime } = kind;
  const { problem, time } = await runOnce(subject, input);
  if (problem !== undefined || time <= mostTime || JSON.stringify(input).length > mostSize) return problem;
  const again = Math.min(time, await shortest(mostTime, async () => (await runOnce(subject, input)).time));
  if (again > mostTime) return `takes ${Math.round(again)} ms`;
  const first = await shortest(mostTime, () => withNewSubject(kind, async (it) => (await runOnce(it, input)).time));
  return first > mostTime ? `takes ${Math.round(first)} ms for the first time` : undefined;
}

/** Runs inputs one after the other with a new subject, as a regression test does, and returns the first problem, or undefined. */
export async function runFirst(kind: InputKind, inputs: readonly unknown[]): Promise<string | undefined> {
  return withNewSubject(kind, async (subject) => {
    for (const input of inputs) {
      const problem = await runInput(kind, subject, input);
      if (problem !== undefined) return problem;
    }
    return undefined;
  });
}

/** Returns a problem without values of the input: two inputs with one mistake have the same signature. */
export function signatureOf(kind: string, problem: string): string {
  return `${kind} ${problem
    .split(/[\n{]/)[0]
    ?.replaceAll(/"[^"]*"|'[^']*'|\d+/g, '…')
    .slice(0, 100)}`;
}
