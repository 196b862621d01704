import type { RelationshipDefinition } from '@linkage/core';
import { ready, type Steps } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import { subjectRecord } from '../../rules/subject-record.ts';
import { GatheredWrites } from '../../sources/gateway/gathered-writes.ts';
import { knownRows } from '../../sources/gateway/known-rows.ts';
import { isReplacement } from '../../sources/links/linkage-change.ts';
import type { Awaitable, SourceCall } from '../../sources/port/data-source.ts';
import { idOf } from '../../sources/port/record-id.ts';
import { callWith } from '../../sources/port/source-call.ts';
import { createWrites, type RunSteps } from '../application-writes.ts';
import type { Change, GivenTo } from '../change.ts';
import type { Told } from '../context.ts';
import { forget, runHook } from '../run-hooks.ts';
import { changesOf, linkageChange } from './field-changes.ts';
import { noneAhead, type ReadAhead, readAhead, type ToldWrite } from './read-ahead.ts';
import type { AfterWrite, FieldChanges } from './write-hooks.ts';

/** Returns what a write has changed. */
function toldWrite(change: Change, ahead: ReadAhead): ToldWrite {
  const { action, type, operation } = change;
  const { api } = operation.request.server;
  const links = new Map<string, FieldChanges[string] | undefined>();
  const before = (name: string) => ahead.linkage.get(name) as Linkage | undefined;
  const add = (name: string, to: Linkage | undefined): void =>
    void links.set(name, linkageChange(type.relationships.get(name) as RelationshipDefinition, before(name), to));
  if (change.is('delete')) for (const name of type.relationships.keys()) add(name, undefined);
  else
    for (const [name, it] of change.relationshipChanges())
      if (isReplacement(it)) add(name, it.replace as Linkage);
      else links.set(name, ahead.linkage.get(name) as FieldChanges[string]);
  const [record, written] = [change.record, change.written].map((it) =>
    typeof it === 'object' ? subjectRecord(api, type, it) : {},
  ) as [object, object];
  const id = change.id ?? idOf(type.name, written);
  const input = change.is('create') || change.is('update') ? (change.given as GivenTo['update']).attributes : {};
  const isOfFields = action !== 'updateRelationship';
  return {
    type: type.name,
    action,
    id,
    changes: changesOf(type, isOfFields ? record : {}, isOfFields ? written : {}, input, links),
  };
}

/** Calls the option `afterWrite`: for the write, and for what a deletion changes or deletes, too. */
function* tellWrite(afterWrite: AfterWrite, change: Change, ahead: ReadAhead, run: RunSteps): Steps<void> {
  const { operation, accepted, id, type } = change;
  if (accepted !== undefined) return;
  const own = toldWrite(change, ahead);
  const { untold, others } = ahead;
  const causedBy = { type: own.type, id: own.id };
  const all = [{ ...own, ...(untold.length > 0 && { untold }) }, ...others.map((it) => ({ ...it, causedBy }))];
  // An entry can refer to the resource that is gone.
  const gone = change.is('delete') ? { deleted: { type: type.name, id } } : undefined;
  const tell = (told: ToldWrite, call: SourceCall): Awaitable<unknown> => {
    const writing = operation.with({ call: gone === undefined ? call : callWith(call, gone) });
    const writes = createWrites(writing, run, { of: change, forget: () => forget(change) });
    const write = { ...told, context: call.context, writes };
    return runHook(change, told.type, `${told.action}.after`, () => afterWrite(write), true);
  };
  const sharing = knownRows(operation.call)?.sharing ?? change.sharing;
  if (all.length === 1 || sharing?.hasOverreached !== false)
    for (const told of all) yield* ready(tell(told, operation.call));
  else {
    const tasks = all.map((told) => async (call: SourceCall) => tell(told, call));
    yield* ready(tellTogether(tasks, operation.call, sharing));
  }
}

/** Lets the resources that the option `afterWrite` creates share statements. If one fails, the write runs again without this. */
async function tellTogether(
  all: readonly ((call: SourceCall) => Promise<unknown>)[],
  call: SourceCall,
  sharing: { hasOverreached: boolean },
): Promise<void> {
  const gathered = new GatheredWrites();
  try {
    await gathered.run(call, all);
  } catch (thrown) {
    sharing.hasOverreached ||= gathered.isUnsure;
    throw thrown;
  }
}

/** Returns how the hooks of a write call the option `afterWrite`. */
export function toldWrites(afterWrite: AfterWrite): Told {
  const read = new WeakMap<Change, ReadAhead>();
  return {
    *before(change: Change) {
      if (change.action !== 'create') read.set(change, yield* readAhead(change));
    },
    after: (change: Change, run: RunSteps) => tellWrite(afterWrite, change, read.get(change) ?? noneAhead, run),
  };
}
