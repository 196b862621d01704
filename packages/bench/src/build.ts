import { compare } from './harness.ts';
import { buildByHand, serializeByHand } from './limit.ts';
import { buildFrozenByHand } from './limit-frozen.ts';
import { buildByLinkage } from './linkage.ts';
import { assertSame } from './serialize.ts';
import { comparisonTable, type Part } from './table.ts';
import { makeWorkload } from './workload.ts';

/** Records to a document as a value: ours is frozen, the hand-written one is not. */
export const buildParts: readonly Part[] = (['a', 'b', 'c'] as const).map((name) => ({
  name,
  async run({ isQuick }) {
    const workload = makeWorkload(name);
    assertSame('buildDocument', serializeByHand(workload), JSON.stringify(buildByLinkage(workload)));
    const tasks = [
      { name: 'hand-written, not frozen', run: () => buildByHand(workload) },
      { name: 'hand-written, then frozen', run: () => buildFrozenByHand(workload) },
      { name: 'Linkage, frozen', run: () => buildByLinkage(workload) },
    ];
    const pace = { rounds: isQuick ? 3 : 9, milliseconds: isQuick ? 35 : 70, batch: name === 'a' ? 50 : 1 };
    return comparisonTable(workload.title, await compare(tasks, pace), []);
  },
}));
