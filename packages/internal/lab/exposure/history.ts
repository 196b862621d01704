import { randomOf } from '../../../server/test/access-world.ts';
import { compare } from './compare-worlds.ts';
import type { History } from './comparison.ts';
import type { Store } from './serve-world.ts';
import { type Data, dataOf, IDS, tableNames, twinOf, viewOf, withRow } from './world-data.ts';
import { repeatedSteps, stepsOf } from './world-requests.ts';
import { rulesOf } from './world-rules.ts';

const STEPS = 12;

/** Returns a function that counts. */
export function counter(): () => number {
  let last = 0;
  return () => ++last;
}

/** Returns the worlds and the requests of a seed. */
export function historyOf(seed: number): History {
  const random = randomOf(seed);
  const rules = rulesOf(random);
  const data = dataOf(random);
  const twin = twinOf(random, data, rules);
  const scene = { random, data, twin, rules, next: counter() };
  const steps = [...Array.from({ length: STEPS }, () => stepsOf(scene)), repeatedSteps(scene)].flat();
  return { rules, data, twin, steps };
}

/** Removes what a difference does not need: requests, and changes between the two worlds. */
export async function shrink(stores: readonly [Store, Store], history: History): Promise<History> {
  let smallest = history;
  const isFound = async (candidate: History): Promise<boolean> =>
    (await compare(stores, candidate)).difference !== undefined;
  for (let index = smallest.steps.length - 1; index >= 0; index--) {
    const steps = smallest.steps.toSpliced(index, 1);
    if (await isFound({ ...smallest, steps })) smallest = { ...smallest, steps };
  }
  const tryData = async (data: Data, twin: Data): Promise<void> => {
    if (viewOf(data, history.rules) !== viewOf(twin, history.rules)) return;
    const candidate = { ...smallest, data, twin };
    if (await isFound(candidate)) smallest = candidate;
  };
  for (const table of tableNames) {
    for (const id of IDS) {
      const row = smallest.data[table].find((it) => it.id === id);
      await tryData(smallest.data, withRow(smallest.twin, table, id, row));
      await tryData(withRow(smallest.data, table, id, undefined), withRow(smallest.twin, table, id, undefined));
    }
  }
  for (const pair of smallest.data.tagged) {
    const drop = ({ tagged, ...rest }: Data): Data => ({
      ...rest,
      tagged: tagged.filter((it) => it.slice(0, 2).join() !== pair.slice(0, 2).join()),
    });
    await tryData(drop(smallest.data), drop(smallest.twin));
  }
  return smallest;
}
