import {
  andThen,
  assertNotAborted,
  describeValue,
  isRejectedBySource,
  markSent,
  orElse,
  ready,
  type Steps,
} from '@linkage/core/internal';
import { resourceNotFound } from '../reading/find-resource.ts';
import { subjectRecord } from '../rules/subject-record.ts';
import { afterCommit } from '../sources/gateway/commit-work.ts';
import { watchReads } from '../sources/gateway/gathered-writes.ts';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import { actions } from '../sources/port/actions.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { allFields } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import { assertKnown, createWrites, type RunSteps } from './application-writes.ts';
import type { Change, GivenTo } from './change.ts';
import type { AnyHook, WritingOperation } from './context.ts';
import { findOther, readOthers } from './server-reads.ts';

/** Whether a hook declares that it changes no resource. */
export function isHarmless({ onlyReads, onlyCreates }: AnyHook): boolean {
  return onlyReads === true || onlyCreates === true;
}

/**
 * Returns what a hook receives about a write. Its records take their form when the hook reads them. A harmless hook takes its call to read
 * other data, which must not lack writes that wait.
 */
function factsOf(change: Change, parts: object, createWrites?: () => object, harmless = false): object {
  const { operation, type, action, id, record, relationship, given, written } = change;
  const { api } = operation.request.server;
  const subject = actions[action].hasRecord ? { id } : {};
  const member = actions[action].input;
  const related = action === 'updateRelationship' ? { relationship } : {};
  const facts = { ...subject, ...related, ...(member && { [member]: given }), ...parts };
  const late = {
    record: record && (() => subjectRecord(api, type, record)),
    written: typeof written === 'object' && (() => subjectRecord(api, type, written)),
    writes: createWrites,
  };
  for (const [name, create] of Object.entries(late)) {
    if (typeof create !== 'function') continue;
    let made: object | undefined;
    Object.defineProperty(facts, name, { get: () => (made ??= create()), enumerable: true });
  }
  return harmless ? watchReads(facts, operation.call) : facts;
}

/** Forgets what a write has read, because code of the application can have changed it. */
export function forget(change: Change): void {
  (change.operation.call as KnowingCall).ofServer?.known?.clear();
  change.current = undefined;
  if (change.facts !== undefined) change.know(undefined);
}

/**
 * Runs a hook that is part of the write, within the time limit of source calls and with a span of its own. What the attempt has read is
 * forgotten, because the hook can have changed it, unless it is harmless.
 *
 * @param name The name of the hook, such as `update.before`.
 * @throws {Error} If a source rejects the data of a call that the hook made: the client did not send this data. Other errors of the hook
 * remain as they are.
 */
export function runHook(
  change: Change,
  type: string,
  name: string,
  run: () => Awaitable<unknown>,
  harmless = false,
): Awaitable<unknown> {
  const { request, call } = change.operation;
  const where = `hooks.${type}.${name}`;
  const work = (): Awaitable<unknown> =>
    andThen(request.monitor.runHook(type, name, where, run), (result) => {
      if (!harmless) forget(change);
      // The time limit of the request can have passed: its transaction is then over.
      assertNotAborted(call);
      return result;
    });
  return orElse(work, (error) => {
    if (!harmless) forget(change);
    if (!isRejectedBySource(error)) throw error;
    const { message } = error as Error;
    throw new Error(`${where} called a source, which rejected the call: ${message}`, { cause: error });
  });
}

/**
 * Runs the hook `before`, which can replace what the source receives. Hooks of resources that exist receive the record, locked against
 * other writes until the end of the transaction.
 *
 * @throws {TypeError} If the hook returns something else, or a field that the type does not have.
 */
export function* hooksBefore(change: Change, run: RunSteps): Steps<void> {
  const { hook } = change;
  if (hook === undefined) return;
  yield* findForHook(change);
  if (hook.before !== undefined) takeAnswer(change, yield* callHook(change, hook, 'before', change.operation, run));
}

/** Finds the record that a hook receives, unless it is known. */
function* findForHook(change: Change): Steps<void> {
  const { operation, type, action, id, source } = change;
  if (id === undefined || !actions[action].hasRecord) return;
  change.record ??= change.found?.record;
  if (change.record !== undefined && idOf(type.name, change.record) === id) return;
  const locking = callWith(operation.call, { forUpdate: true });
  const found = yield* ready(source.find?.(markSent([id]), allFields(type), locking));
  change.record = found?.find((record) => idOf(type.name, record) === id);
  if (change.record === undefined) throw resourceNotFound(type);
}

/** @param writing The operation whose writes the hook receives. */
function callHook(
  change: Change,
  hook: AnyHook,
  name: 'before' | 'after',
  writing: WritingOperation,
  run: RunSteps,
): Steps<unknown> {
  const { type, action, operation } = change;
  const { call } = operation;
  const harmless = isHarmless(hook);
  const creations = hook.onlyCreates === true ? { of: change, forget: () => forget(change) } : undefined;
  const writes = hook.onlyReads === true ? undefined : () => createWrites(writing, run, creations);
  const parts = {
    call,
    context: call.context,
    find: (of: string, id: string, options?: object) => findOther(operation, type.name, of, id, options),
    list: (of: string, query?: object) => readOthers(operation, 'list', of, query),
    count: (of: string, query?: object) => readOthers(operation, 'count', of, query),
    writes: undefined,
  };
  const ask = () => hook[name]?.(factsOf(change, parts, writes, harmless));
  return ready(runHook(change, type.name, `${action}.${name}`, ask, harmless));
}

/** Takes what the hook `before` gives the source. */
function takeAnswer(change: Change, given: unknown): void {
  const { type, action } = change;
  const member = actions[action].input;
  if (given !== undefined && (member === undefined || typeof given !== 'object' || given === null)) {
    const expected = member === undefined ? 'undefined' : `undefined or \`${member}\``;
    throw new TypeError(
      `hooks.${type.name}.${action}.before must return ${expected}, but it returned ${describeValue(given)}.`,
    );
  }
  if (given === undefined) return;
  if (member === 'input') {
    const { attributes, relationships } = given as GivenTo['update'];
    assertKnown(type, `hooks.${type.name}.${action}.before`, 'attribute', attributes);
    assertKnown(type, `hooks.${type.name}.${action}.before`, 'relationship', relationships);
    change.hasOwnLinks = relationships !== (change.given as GivenTo['update']).relationships;
  }
  change.given = given as GivenTo[keyof GivenTo];
}

/** Runs the hook `after`, and remembers `afterCommit`. A write that continues in the background has neither. */
export function* hooksAfter(change: Change, run: RunSteps): Steps<void> {
  const { operation, type, action, id, accepted, hook } = change;
  if (hook === undefined || accepted !== undefined) return;
  const { call } = operation;
  // The hook can keep a record of the resource that is gone.
  const writing =
    action === 'delete' ? operation.with({ call: callWith(call, { deleted: { type: type.name, id } }) }) : operation;
  if (hook.after !== undefined) yield* callHook(change, hook, 'after', writing, run);
  if (hook.afterCommit !== undefined)
    afterCommit(call, () => hook.afterCommit?.(factsOf(change, { context: call.context })));
}

/** Reads what the option `afterWrite` will tell of the write. */
export function readAhead(change: Change): Steps<void> | undefined {
  return change.hook?.told?.before(change as never);
}

/** Calls the option `afterWrite`. */
export function tellWrite(change: Change, run: RunSteps): Steps<void> | undefined {
  return change.hook?.told?.after(change as never, run as never);
}
