import type { Task } from '../measuring/harness.ts';
import { jsonApiSerializer } from './json-api-serializer.ts';
import { jsona } from './jsona.ts';
import { jsonapiFractal } from './jsonapi-fractal.ts';
import { jsonapiSerializer } from './jsonapi-serializer.ts';
import { jsonapiDatastore, type Peer } from './peer.ts';
import { tsJapi } from './ts-japi.ts';

/** Every library that writes or reads JSON:API documents here. */
export const peers: readonly Peer[] = [
  tsJapi,
  jsonApiSerializer,
  jsonapiSerializer,
  jsonapiFractal,
  jsona,
  jsonapiDatastore,
];

/** Returns the tasks of all libraries that can do what is measured, and remarks on those that cannot. */
export async function peerTasks(
  remarks: string[],
  prepare: (peer: Peer) => Promise<Task | undefined>,
): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  for (const peer of peers) {
    try {
      const task = await prepare(peer);
      if (task !== undefined) tasks.push(task);
    } catch (error) {
      remarks.push(`${peer.name} is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
  }
  return tasks;
}
