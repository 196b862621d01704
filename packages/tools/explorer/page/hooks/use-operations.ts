import { useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../state/json.ts';
import { type Collected, type Outcome, outcomesOf } from '../state/operations.ts';
import type { Answer } from '../state/send.ts';

/** The parts of a change that the user adds. */
export type Change = Omit<Collected, 'key'>;

/** The changes that the user has collected, and the outcome of the last request with them. */
export interface Operations {
  readonly list: readonly Collected[];
  /** The outcome of each change, by its key. Empty before the first request. */
  readonly outcomes: ReadonlyMap<number, Outcome>;
  /** The errors of the last response that belong to no single change. */
  readonly others: readonly JsonObject[];
  /** The status of the last response. */
  readonly status: number | undefined;
  /** Whether the server has executed the list. The next change begins a new list. */
  readonly isDone: boolean;
  readonly add: (change: Change) => void;
  /** Moves a change up (-1) or down (1). */
  readonly move: (key: number, step: -1 | 1) => void;
  readonly remove: (key: number) => void;
  readonly clear: () => void;
  /** Stores the response to a request with the list as it was. `undefined` if there is none. */
  readonly finish: (sent: readonly Collected[], answer: Answer | undefined) => void;
}

const before = { outcomes: new Map<number, Outcome>(), others: [] as readonly JsonObject[], status: undefined };

/** Keeps the collected changes in memory. */
export function useOperations(): Operations {
  const [list, setList] = useState<readonly Collected[]>([]);
  const [last, setLast] = useState<Pick<Operations, 'outcomes' | 'others' | 'status'>>(before);
  const count = useRef(0);
  const isDone = last.status !== undefined && last.status < 300;
  return {
    list,
    ...last,
    isDone,
    add: (change) => {
      const added = { key: count.current++, ...change };
      setList((present) => (isDone ? [added] : [...present, added]));
      if (isDone) setLast(before);
    },
    move: (key, step) =>
      setList((present) => {
        const from = present.findIndex((it) => it.key === key);
        const [moved, other] = [present[from], present[from + step]];
        if (moved === undefined || other === undefined) return present;
        return present.map((it) => (it === moved ? other : it === other ? moved : it));
      }),
    remove: (key) => setList((present) => present.filter((it) => it.key !== key)),
    clear: () => {
      setList([]);
      setLast(before);
    },
    finish: (sent, answer) => {
      if (answer === undefined) return setLast(before);
      const all = outcomesOf(answer, sent.length);
      setLast({
        outcomes: new Map(sent.map(({ key }, index) => [key, all[index] ?? { errors: [] }])),
        others: all[sent.length]?.errors ?? [],
        status: answer.status,
      });
    },
  };
}
