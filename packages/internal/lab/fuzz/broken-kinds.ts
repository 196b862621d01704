/** Kinds with mistakes on purpose: `run.test.ts` proves that each of them is found. */
import fc from 'fast-check';
import type { InputKind } from './input-kind.ts';

/** Creates a kind with one bad text among many, and what happens then. */
function broken(name: string, happens: () => unknown, open?: InputKind['open']): InputKind {
  const inputs = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'bad', 'h');
  const run = async (input: string): Promise<undefined> => {
    if (input === 'bad') await happens();
  };
  return { name, inputs, open: open ?? (() => ({ run })) };
}

/** Keeps the processor busy for so many milliseconds of this process. */
function work(milliseconds: number): void {
  const before = process.cpuUsage();
  const spent = (): number => process.cpuUsage(before).user + process.cpuUsage(before).system;
  for (let number = 1; spent() < milliseconds * 1000; number++)
    JSON.stringify(Array.from({ length: 1000 }, () => number));
}

/** A subject that is slow for the first `bad` only. */
function slowOnce(): ReturnType<InputKind['open']> {
  let isFirst = true;
  return {
    run: (input: string) => {
      if (input === 'bad' && isFirst) work(30);
      if (input === 'bad') isFirst = false;
      return undefined;
    },
  };
}

/** A subject with a state: the second `bad` after an `a` is one too many. */
function withState(happens: () => unknown): InputKind['open'] {
  return () => {
    let text = '';
    return {
      run: async (input: string) => {
        if (input === 'a' || (input === 'bad' && text !== '')) text += input;
        if (/^a+bada*bad/.test(text)) await happens();
        return undefined;
      },
    };
  };
}

export const kinds: readonly InputKind[] = [
  broken('fine', () => undefined),
  broken('wrong', () => Promise.reject(new TypeError('wrong'))),
  broken('rejects-late', () => void Promise.reject(new TypeError('a rejection'))),
  broken('throws-later', () => {
    setTimeout(() => {
      throw new TypeError('a timer');
    }, 40);
  }),
  broken('hangs', () => work(60_000)),
  broken('never-resolves', () => new Promise(() => undefined)),
  broken('exits', () => process.exit(3)),
  broken('aborts', () => process.abort()),
  broken(
    'wrong-with-state',
    () => undefined,
    withState(() => Promise.reject(new TypeError('wrong'))),
  ),
  broken(
    'exits-with-state',
    () => undefined,
    withState(() => process.exit(4)),
  ),
  broken('slow-once', () => undefined, slowOnce),
];
