/** One call of one serializer in a process of its own: `memory-task.ts <name> <number of records>`. */

import { peers } from '../peers/all.ts';
import { serializeByHand } from '../workloads/limit.ts';
import { serializeByLinkage } from '../workloads/linkage.ts';
import { flat, type Workload } from '../workloads/workload.ts';
import type { MemoryUse } from './memory.ts';

const [name = '', count = ''] = process.argv.slice(2);
const workload = flat('', Number(count));
const run = await serializerOf(name, workload);
// A first call with few records: what is loaded or made once is not what a call needs.
await (await serializerOf(name, flat('', 10)))();
globalThis.gc?.();
const before = process.memoryUsage();
const text = await run();
const allocated = process.memoryUsage().heapUsed - before.heapUsed;
// Kilobytes. The peak may lie in the making of the records; then a call has needed nothing more.
const growth = Math.max(0, process.resourceUsage().maxRSS * 1024 - before.rss);
if (text.length < 100) throw new Error('The document is missing.');
process.send?.({ growth, allocated } satisfies MemoryUse);

async function serializerOf(wanted: string, input: Workload): Promise<() => string | Promise<string>> {
  if (wanted === 'hand-written') return () => serializeByHand(input);
  if (wanted === 'Linkage') return () => serializeByLinkage(input);
  const prepared = await peers.find((peer) => peer.name === wanted)?.serializer?.(input);
  if (prepared === undefined) throw new Error(`${wanted} does not have a serializer for this.`);
  return prepared.run;
}
