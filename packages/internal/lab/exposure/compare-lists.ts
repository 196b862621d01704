import { randomOf } from '../../../server/test/access-world.ts';
import { isSame, send } from './compare-worlds.ts';
import type { Compared, WorldResponse } from './comparison.ts';
import { counter } from './history.ts';
import type { Store } from './serve-world.ts';
import { dataOf } from './world-data.ts';
import { operationsOf } from './world-operations.ts';
import type { Step } from './world-requests.ts';
import { rulesOf } from './world-rules.ts';

/**
 * Sends a list of operations to one world at once, and to another world with the same data one by one: what an operation changes must
 * decide about the next ones.
 */
export async function compareLists([left, right]: readonly [Store, Store], seed: number): Promise<Compared> {
  const random = randomOf(seed);
  const rules = rulesOf(random);
  const data = dataOf(random);
  const operations = operationsOf({ random, data, twin: data, rules, next: counter() });
  const stepOf = (some: readonly object[]): Step => ({
    method: 'POST',
    url: '/operations',
    body: JSON.stringify({ 'atomic:operations': some }),
    isFull: false,
    isAlone: false,
    namesHidden: false,
  });
  const resultsOf = ({ status, text }: WorldResponse): readonly unknown[] => {
    if (status === 204) return operations.map(() => ({}));
    return JSON.parse(text.slice(text.indexOf('} ') + 2))['atomic:results'];
  };
  const shown = (value: unknown): string => JSON.stringify(value ?? {});
  await left.reset(data, rules);
  await right.reset(data, rules);
  const together = await send(left, stepOf(operations));
  const alone: WorldResponse[] = [];
  for (const operation of operations) {
    const response = await send(right, stepOf([operation]));
    alone.push({ ...response, text: response.status === 200 ? shown(resultsOf(response)[0]) : '{}', statements: 0 });
    if (response.status > 299) break;
  }
  const last = alone.at(-1) as WorldResponse;
  const isDone = together.status < 300;
  const text = isDone ? resultsOf(together).map(shown).join('\n') : '';
  const one: WorldResponse = { status: isDone ? 200 : together.status, text, statements: 0 };
  const other: WorldResponse =
    last.status < 300
      ? { status: 200, text: alone.map((it) => it.text).join('\n'), statements: 0 }
      : { ...last, text: '' };
  const difference = isSame(one, other) ? undefined : { rules, step: stepOf(operations), one, other };
  return { pairs: operations.length, expected: new Map(), difference };
}
