import type { JsonApiError, ResourceIdentifierObject, ResourceType } from '@linkage/core';
import { oncePer, ready, rejection, type Steps, withPointers } from '@linkage/core/internal';
import { changedSides, linkageChanges } from '../rules/changed-sides.ts';
import { linkAccessOf } from '../rules/create-request-access.ts';
import { findLinked } from '../rules/find-linked.ts';
import { forbidden } from '../rules/permission.ts';
import { subjectRecord } from '../rules/subject-record.ts';
import { afterCommit } from '../sources/gateway/commit-work.ts';
import { replacements } from '../sources/links/linkage-change.ts';
import { linksToOthers, withoutLinksToItself } from '../sources/links/links-to-itself.ts';
import type { Side } from '../sources/links/sides.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { createWrites, type RunSteps } from './application-writes.ts';
import type { Change, SideHooks } from './change.ts';
import type { AnyHook, WritingRequest, WritingServer } from './context.ts';
import { runHook } from './run-hooks.ts';
import { findOther, readOthers } from './server-reads.ts';

// A write changes links of other resources, too: of the inverse relationships of its relationships, and of owners that lose a member. Their hook
// `updateRelationship` runs as if a client had changed these links at their own URL.

/** One call of a hook. */
interface SideCall {
  readonly type: string;
  readonly hook: AnyHook;
  readonly facts: { readonly change: LinkageChange };
  /** The place in the request document from which the change follows. */
  readonly pointer: string;
}

/** Whether a hook receives the changes of links by writes of other resources. */
export const hasSideHooks: (server: Pick<WritingServer, 'hooks'>) => boolean = oncePer(({ hooks }) =>
  [...(hooks?.values() ?? [])].some(({ side }) => side !== undefined),
);

/** Returns the hook for changes of a side that follow from writes of other resources. With `uncheckedInverses`, there is none. */
export function sideHookOf({ server }: WritingRequest, { type, relationship, isOpen }: Side): AnyHook | undefined {
  return relationship === undefined || isOpen ? undefined : server.hooks?.get(type)?.side;
}

/** Returns the relationships that a write changes, each with the place of its linkage in the request document. */
function changesOf(change: Change): readonly (readonly [name: string, change: LinkageChange, pointer: string])[] {
  const { type, id } = change;
  if (change.is('delete')) return [];
  if (change.is('updateRelationship')) {
    const [name, given] = [change.relationship as string, change.given];
    // A new resource is not an inverse relationship of its own links.
    return [[name, change.isOfNew ? linksToOthers(type.name, id as string, given) : given, '/data']];
  }
  const { relationships } = change.is('create')
    ? withoutLinksToItself(change.given)
    : (change as Change<'update'>).given;
  return replacements(relationships).map(([name, given]) => [name, given, `/data/relationships/${name}`]);
}

function* call(
  change: Change,
  { type, hook, facts, pointer }: SideCall,
  name: 'before' | 'after',
  run: RunSteps,
): Steps<void> {
  if (hook[name] === undefined) return;
  const { operation } = change;
  try {
    const writes = createWrites(operation, run);
    const parts = {
      call: operation.call,
      context: operation.call.context,
      find: (of: string, id: string, options?: object) => findOther(operation, change.type.name, of, id, options),
      list: (of: string, query?: object) => readOthers(operation, 'list', of, query),
      count: (of: string, query?: object) => readOthers(operation, 'count', of, query),
      writes,
    };
    const running = runHook(change, type, `updateRelationship.${name}`, () => hook[name]?.({ ...facts, ...parts }));
    const given = yield* ready(running);
    if (name === 'after' || given === undefined || given === facts.change) return;
  } catch (thrown) {
    // The hook speaks of a document that the client did not send.
    throw withPointers(thrown, () => pointer);
  }
  throw new TypeError(
    `hooks.${type}.updateRelationship.before cannot replace the change, because the request writes the inverse of the relationship: see \`inverse\`.`,
  );
}

function* sideHooksOf(change: Change, run: RunSteps): Steps<SideHooks> {
  const { operation, type, source, action, isOfNew, facts } = change;
  const { request } = operation;
  const access = linkAccessOf(request);
  const asked = {
    isAsked: (side: Side) => sideHookOf(request, side) !== undefined,
    find: (side: Side, ids: readonly string[]) => findLinked(access, side, ids, operation.call, facts),
  };
  const id = action === 'create' || isOfNew ? undefined : change.id;
  const found: ((self: ResourceIdentifierObject) => readonly SideCall[])[] = [];
  let canReject = false;
  for (const [name, given, pointer] of changesOf(change)) {
    const linking = { access, type, source, facts };
    for (const changed of yield* changedSides(linking, id, [name, given], asked, operation.call)) {
      const hook = sideHookOf(request, changed.side);
      if (hook === undefined) continue;
      canReject ||= hook.before !== undefined && changed.ids.length > 0;
      found.push((self) =>
        changed.changesBy(self).flatMap((it) => {
          const record = changed.found.get(it.id)?.record;
          if (record === undefined) return [];
          const { type: of, relationship } = it.side;
          const { api } = request.server;
          const given = subjectRecord(api, api.types.get(of) as ResourceType, record);
          const about = { id: it.id, record: given, relationship, inverse: { ...self, relationship: name } };
          return linkageChanges(access, it).map(([links]) => ({
            ...{ type: of, hook, pointer },
            facts: { ...about, change: links },
          }));
        }),
      );
    }
  }
  let calls: readonly SideCall[] = [];
  return {
    given: change.given,
    isEmpty: found.length === 0,
    canReject,
    *before(self) {
      calls = found.flatMap((callsBy) => callsBy({ type: type.name, id: self }));
      for (const each of calls) yield* call(change, each, 'before', run);
    },
    *after() {
      for (const each of calls) {
        yield* call(change, each, 'after', run);
        const { hook, facts } = each;
        const { context } = operation.call;
        if (hook.afterCommit !== undefined)
          afterCommit(operation.call, () => hook.afterCommit?.({ ...facts, context }));
      }
    },
  };
}

/** Creates the error for a new resource that hooks could reject only once it is stored. */
function cannotAskBefore(): JsonApiError {
  return rejection('OPERATION_NOT_SUPPORTED.newLinks', {}, { pointer: '/data/relationships' });
}

/** Finds the resources whose links a write changes, if they have hooks. The hook of the write itself can change them afterward. */
export function* findInverseHooks(change: Change, run: RunSteps): Steps<void> {
  change.sideHooks = yield* sideHooksOf(change, run);
}

/** Runs `before` of the other resources. If the source chooses the id of the written resource, they run once it is known. */
export function* inverseHooksBefore(change: Change, run: RunSteps): Steps<void> {
  const { id, source, given } = change;
  // The hook `before` of the write has replaced what the source receives.
  if (change.sideHooks?.given !== given) yield* findInverseHooks(change, run);
  const { sideHooks } = change;
  if (id !== undefined) yield* (sideHooks as SideHooks).before(id);
  else if (sideHooks?.canReject === true && source.transaction === undefined) throw cannotAskBefore();
}

/** Asks the rules of the inverse relationships of a new resource, and runs their `before`, once the source has chosen its id. */
export function* inversesOfNew(change: Change): Steps<void> {
  if (!change.is('create') || change.id !== undefined) return;
  const { sides, sideHooks, accepted, written, type } = change;
  if (accepted !== undefined) {
    if (sideHooks?.canReject === true) throw cannotAskBefore();
    if (sides === undefined) return;
    throw forbidden(
      'create',
      'The inverse of a relationship must allow the links, but the creation continues in the background.',
    );
  }
  const id = idOf(type.name, written);
  change.id = id;
  if (sides !== undefined) yield* sides.permit(id);
  if (sideHooks !== undefined) yield* sideHooks.before(id);
}

/** Runs `after` of the other resources. A write that continues in the background does not call it. */
export function inverseHooksAfter({ sideHooks, accepted }: Change): Steps<void> | undefined {
  return accepted !== undefined ? undefined : sideHooks?.after();
}
