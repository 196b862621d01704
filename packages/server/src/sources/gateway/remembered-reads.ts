import { isSent } from '@linkage/core/internal';
import type { AnySource, WriteMethod } from '../port/any-source.ts';
import type { Awaitable, Selection, SourceCall, SourceRecord } from '../port/data-source.ts';
import { isAccepted } from '../port/source-answers.ts';
import { requestOf } from '../port/source-call.ts';
import { type AttemptMemory, MEMORY, memoryOf, PLACE, type RememberingCall } from './attempt-memory.ts';
import type { CallWatch } from './call-watch.ts';

export type AnyMethod = (...args: readonly unknown[]) => Awaitable<unknown>;

/** Returns a `find` that asks only for what the attempt does not know. */
export function rememberedFind(
  type: string,
  find: AnyMethod | undefined,
  { can }: Pick<AnySource, 'can'>,
): AnyMethod | undefined {
  if (find === undefined) return undefined;
  return (...args) => {
    const [ids, selection, call] = args as [readonly string[], Selection, SourceCall];
    const memory = (call as RememberingCall)[MEMORY];
    if (memory === undefined) {
      let places = 0;
      while (ids.at(places)?.startsWith(PLACE) === true) places++;
      if (places === 0 || isSent(ids)) return find(...args);
      return find(ids.slice(places), selection, call);
    }
    const ask = (unknown: readonly string[]) => find(unknown, selection, call) as never;
    return memory.find(type, ids, selection, call, ask, can.applies.find);
  };
}

/** Returns a write after which the attempt forgets what the write can change, and knows what a source states that it returns. */
export function forgetting(
  type: string,
  method: WriteMethod,
  write: AnyMethod | undefined,
  { can }: Pick<AnySource, 'can'>,
): AnyMethod | undefined {
  if (write === undefined) return undefined;
  const isAlone = can.returnsWritten;
  const isOfSeveral = method === 'createAll' || method === 'updateAll';
  const remembered = async (memory: AttemptMemory, args: readonly unknown[]): Promise<unknown> => {
    const { api } = (requestOf(args.at(-1) as SourceCall) as CallWatch).server;
    let written: unknown;
    try {
      written = await write(...args);
    } finally {
      memory.forget(api, type, method === 'delete', isAlone);
    }
    if (isOfSeveral) memory.keepAll(api, type, written as readonly SourceRecord[], can.applies.find);
    else if (isAlone && typeof written === 'object' && written !== null && !isAccepted(written))
      memory.keepWritten(api, type, written as SourceRecord, can.applies.find);
    return written;
  };
  return (...args) => {
    const memory = memoryOf(args.at(-1) as SourceCall);
    return memory === undefined ? write(...args) : remembered(memory, args);
  };
}
