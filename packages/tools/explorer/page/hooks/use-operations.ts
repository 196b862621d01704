import { useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../state/json.ts';
import { type Collected, type Outcome, outcomesOf } from '../state/operations.ts';
import type { Answer } from '../state/send.ts';

/** The outcome of the last request with the list. */
interface Last {
  /** The outcome of each change, by its key. Empty before the first request. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  /** The errors of the response that belong to no single change. */
  readonly others: readonly JsonObject[];
  readonly status: number | undefined;
}

const before: Last = { outcomes: new Map(), others: [], status: undefined };

/** Keeps the changes that the user has collected in memory. */
export function useOperations() {
  const [list, setList] = useState<readonly Collected[]>([]);
  const [last, setLast] = useState(before);
  const count = useRef(0);
  // After an atomic request that failed, none is done.
  const isDoneOf = (key: number): boolean => (last.status ?? 200) < 300 && last.outcomes.get(key)?.errors.length === 0;
  const isDone = list.length > 0 && list.every(({ key }) => isDoneOf(key));
  return {
    list,
    ...last,
    /** Whether the server has executed the list. The next change begins a new list. */
    isDone,
    isDoneOf,
    add: (...changes: readonly Omit<Collected, 'key'>[]) => {
      const added = changes.map((change) => ({ key: count.current++, ...change }));
      setList((present) => (isDone ? added : [...present, ...added]));
      if (isDone) setLast(before);
    },
    /** Moves a change up (-1) or down (1). */
    move: (key: number, step: -1 | 1) =>
      setList((present) => {
        const from = present.findIndex((it) => it.key === key);
        const [moved, other] = [present[from], present[from + step]];
        if (moved === undefined || other === undefined) return present;
        return present.map((it) => (it === moved ? other : it === other ? moved : it));
      }),
    remove: (key: number) => setList((present) => present.filter((it) => it.key !== key)),
    clear: () => {
      setList([]);
      setLast(before);
    },
    /** Stores the outcome of one change that was sent alone. */
    settle: (key: number, outcome: Outcome) =>
      setLast(({ outcomes }) => ({ ...before, outcomes: new Map(outcomes).set(key, outcome) })),
    /** Stores the response to a request with the list as it was. */
    finish: (sent: readonly Collected[], answer: Answer) => {
      const all = outcomesOf(answer, sent.length);
      setLast({
        outcomes: new Map(sent.map(({ key }, index) => [key, all[index] ?? { errors: [] }])),
        others: all[sent.length]?.errors ?? [],
        status: answer.status,
      });
    },
  };
}
