import type { InputKind } from './input-kind.ts';
import { runFirst } from './run-input.ts';
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

/** Runs inputs one after the other with a new subject, and waits for errors that come later. Returns the first problem. */
export async function runAlone(
  kind: InputKind,
  inputs: readonly unknown[],
  late: LateErrors,
  wait: number,
): Promise<string | undefined> {
  late.take();
  // An error that no code handles can be the reason why an input never ends.
  const problem = await Promise.race([runFirst(kind, inputs), late.next()]);
  await settle(wait);
  return problem ?? late.take();
}
