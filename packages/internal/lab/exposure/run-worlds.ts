import { compareLists } from './compare-lists.ts';
import { compare } from './compare-worlds.ts';
import type { Compared, Difference, History } from './comparison.ts';
import { historyOf, shrink } from './history.ts';
import { openWorlds, type StoreName } from './open-stores.ts';

/** A difference that is not documented, with the least that shows it. */
export interface Finding {
  readonly seed: number;
  readonly difference: Difference;
  /** Undefined for a list of operations, which is the whole request. */
  readonly history: History | undefined;
}

export interface WorldsResult {
  readonly pairs: number;
  readonly seeds: number;
  readonly expected: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
}

/** One of so many seeds compares a list of operations with its operations one by one. */
const LISTS = 2;
/** The number of differences after which a run ends. */
const MOST = 5;

/** Compares pairs of worlds, until there are enough pairs of requests. `report` learns of the number of pairs. */
export async function runWorlds(
  name: StoreName,
  { pairs: wanted, seed: first }: { readonly pairs: number; readonly seed: number },
  report: (pairs: number) => void = () => undefined,
): Promise<WorldsResult> {
  const { stores, close } = await openWorlds(name);
  const expected = new Map<string, number>();
  const findings: Finding[] = [];
  let pairs = 0;
  let seed = first;
  try {
    for (; pairs < wanted && findings.length < MOST; seed++) {
      const isList = seed % LISTS === 0;
      const history = isList ? undefined : historyOf(seed);
      const found: Compared = await (history === undefined ? compareLists(stores, seed) : compare(stores, history));
      pairs += found.pairs;
      for (const [reason, count] of found.expected) expected.set(reason, (expected.get(reason) ?? 0) + count);
      report(pairs);
      if (found.difference === undefined) continue;
      const smallest = history && (await shrink(stores, history));
      const shown = smallest === undefined ? found : await compare(stores, smallest);
      findings.push({ seed, difference: shown.difference ?? found.difference, history: smallest });
    }
  } finally {
    await close();
  }
  return { pairs, seeds: seed - first, expected, findings };
}

/** Returns a finding as text: the command, the worlds, the requests, and both responses. */
export function shownFinding(name: StoreName, { seed, difference, history }: Finding): string {
  const { step, one, other, rules } = difference;
  const requests =
    history === undefined || step.method === 'events' ? [...(history?.steps ?? []), step] : [...history.steps, step];
  const line = ({ isFull, isAlone, key, method, url, body }: typeof step): string =>
    `  ${isFull ? 'somebody else, ' : ''}${isAlone ? 'in the first world, ' : ''}${method} ${url}${key === undefined ? '' : ` key ${key}`} ${body ?? ''}`;
  const response = ({ status, statements, text }: typeof one): string =>
    `  ${status}, ${statements} statements: ${text.slice(0, 1000)}`;
  return [
    `npm run exposure -- 1 --seed ${seed} --only ${name}`,
    `  rules ${JSON.stringify(rules)}`,
    ...(history === undefined
      ? []
      : [`  one   ${JSON.stringify(history.data)}`, `  other ${JSON.stringify(history.twin)}`]),
    ...new Set(requests.map(line)),
    response(one),
    response(other),
  ].join('\n');
}
