import type { Family } from './family.ts';
import { runInput } from './run-input.ts';
import { settle } from './settle.ts';

/** Collects the errors that no code handles. */
export interface LateErrors {
  /** Returns the first error since the last call, as text, and forgets all. */
  readonly take: () => string | undefined;
  /** Resolves with the next error. */
  readonly next: () => Promise<string>;
}

/** Listens to the errors of this process that no code handles. The process then continues after them. */
export function collectLateErrors(): LateErrors {
  const errors: string[] = [];
  let tell: ((text: string) => void) | undefined;
  const add = (error: unknown): void => {
    const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
    errors.push(`late: ${stack.replaceAll(/file:\S*\/packages\//g, 'packages/').slice(0, 500)}`);
    tell?.(errors[0] as string);
  };
  process.on('unhandledRejection', add).on('uncaughtException', add);
  return {
    take: () => errors.splice(0).at(0),
    next: () =>
      new Promise((resolve) => {
        tell = resolve;
      }),
  };
}

/** Runs an input with a subject of its own, and waits for errors that come later. Returns what is wrong. */
export async function runAlone(
  family: Family,
  input: unknown,
  late: LateErrors,
  wait: number,
): Promise<string | undefined> {
  late.take();
  const subject = await family.open();
  let problem: string | undefined;
  try {
    // An error that no code handles can be the reason why an input never ends.
    problem = await Promise.race([runInput(family, subject, input), late.next()]);
    await settle(wait);
  } finally {
    await subject.close?.();
  }
  await settle();
  return problem ?? late.take();
}
