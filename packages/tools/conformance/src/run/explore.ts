import { createDocuments } from '../documents/judged.ts';
import { createGateway, type GatewayOptions } from '../gateway/gateway.ts';
import type { Samples } from '../samples/samples.ts';
import type { Target } from '../target/target.ts';
import { discover } from './discover.ts';
import { createTester } from './tester.ts';
import { isStop } from './verdict.ts';
import type { World } from './world.ts';

/** Creates the state of a run, with the number of requests that it has sent. */
export function createWorld(
  target: Target,
  samples: Samples,
  options: GatewayOptions,
  {
    specification,
    levels,
    signal,
  }: Pick<World, 'levels' | 'signal'> & { readonly specification: '1.0' | '1.1' | undefined },
): { readonly world: World; readonly requests: () => number } {
  const gateway = createGateway(target, samples, options);
  const documents = createDocuments();
  let count = 0;
  gateway.onExchange = (exchange) => {
    count++;
    documents.note(exchange);
  };
  const world: World = {
    gateway,
    samples,
    types: [],
    documents,
    levels,
    isPaged: false,
    notices: new Set(),
    signal,
    specification: specification ?? '1.1',
    version: specification === '1.0' ? specification : samples.version,
  };
  return { world, requests: () => count };
}

/**
 * Learns the types of the server.
 *
 * @throws {Error} If the server does not respond, or if the run was ended.
 */
export async function explore(world: World): Promise<void> {
  try {
    Object.assign(world, { types: await discover(createTester(world, [], world.signal)) });
  } catch (error) {
    if (!isStop(error)) throw error;
    if (world.signal?.aborted === true) throw new Error('The run was ended before its first case.');
    throw new Error(`The server at ${world.gateway.baseUrl} does not respond. ${error.message}`);
  }
}
