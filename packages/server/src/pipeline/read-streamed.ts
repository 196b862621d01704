import type { Api } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import { readByType } from '../internal/read-by-type.ts';
import type { ServerSetup } from './setup.ts';

/** Returns the types whose collections are streamed. */
export function readStreamed(api: Api, given: object, sourceOf: ServerSetup['sourceOf']): ReadonlySet<string> {
  const streamed = new Set<string>();
  for (const [type, isStreamed] of readByType<unknown>(api, 'createServer: stream', given)) {
    const where = `createServer: stream.${type}`;
    if (typeof isStreamed !== 'boolean')
      throw new TypeError(`${where} must be a boolean, but it is ${describeValue(isStreamed)}.`);
    if (!isStreamed) continue;
    if (sourceOf(type)?.stream === undefined)
      throw new TypeError(`${where}: the source of "${type}" must have the method \`stream\`.`);
    streamed.add(type);
  }
  return streamed;
}
