import { compare } from '../measuring/harness.ts';
import { comparisonTable, type Part } from '../measuring/table.ts';
import { buildByHand, serializeByHand } from '../workloads/limit.ts';
import { buildByLinkage } from '../workloads/linkage.ts';
import { makeWorkload, type Workload } from '../workloads/workload.ts';
import { assertSame } from './serialize.ts';

/** Measures freezing alone: a handmade document in which every object is frozen. */

interface Resource {
  readonly attributes: object;
  readonly relationships?: Readonly<Record<string, { readonly data: object | readonly object[] }>>;
}

const { freeze } = Object;

function freezeResource(resource: Resource): void {
  freeze(resource.attributes);
  if (resource.relationships !== undefined) {
    for (const relationship of Object.values(resource.relationships)) {
      if (Array.isArray(relationship.data)) relationship.data.forEach(freeze);
      freeze(relationship.data);
      freeze(relationship);
    }
    freeze(resource.relationships);
  }
  freeze(resource);
}

function buildFrozenByHand(workload: Workload): object {
  const document = buildByHand(workload) as { data: Resource | readonly Resource[]; included?: readonly Resource[] };
  if (Array.isArray(document.data)) document.data.forEach(freezeResource);
  else freezeResource(document.data as Resource);
  freeze(document.data);
  document.included?.forEach(freezeResource);
  freeze(document.included);
  return freeze(document);
}

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
