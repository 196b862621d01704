import type { ResourceType } from '@linkage/core';
import { isRefusedBySource, markSent } from '@linkage/core/internal';
import type { AnySource } from '../../sources/any-source.ts';
import { afterCommit, collectCommitWork, reportWrite } from '../../sources/commit-work.ts';
import type { Awaitable, SourceCall } from '../../sources/data-source.ts';
import { idOf } from '../../sources/record-id.ts';
import { allFields } from '../../sources/selection.ts';
import { isAccepted } from '../../sources/source-answers.ts';
import type { TypeHooks } from './write-hooks.ts';

/** A hook without the types of its write. */
interface AnyHook {
  before?(write: object): Awaitable<object | undefined>;
  after?(write: object): Awaitable<void>;
  afterCommit?(write: object): Awaitable<void>;
}

/** One write: its facts, and the member of the facts that a hook can replace. */
interface Write<Input, Result> {
  /** The name of the hook in messages. */
  readonly where: string;
  readonly hook: AnyHook;
  readonly facts: object;
  readonly member: 'input' | 'changes' | 'change' | undefined;
  readonly given: Input;
  readonly run: (input: Input) => Awaitable<Result>;
  readonly call: SourceCall;
}

/** Calls a function of a hook. Does nothing if the hook lacks the function. */
function callHook(hook: AnyHook, name: 'before' | 'after' | 'afterCommit', write: object): Awaitable<unknown> {
  return hook[name]?.(write);
}

/**
 * Waits for a hook that is part of the write.
 *
 * @throws {Error} If a source refuses the data of a call that the hook made: the client did not send this data. Other errors of the hook
 * remain as they are.
 */
async function waitForHook(where: string, hook: AnyHook, name: 'before' | 'after', write: object): Promise<unknown> {
  try {
    return await callHook(hook, name, write);
  } catch (error) {
    if (!isRefusedBySource(error)) throw error;
    const { message } = error as Error;
    throw new Error(`${where}.${name} called a source, which refused the call: ${message}`, { cause: error });
  }
}

function checkInput({ where, member }: Pick<Write<unknown, unknown>, 'where' | 'member'>, input: unknown): void {
  if (input === undefined || (member !== undefined && typeof input === 'object' && input !== null)) return;
  const expected = member === undefined ? 'undefined' : `undefined or \`${member}\``;
  throw new TypeError(`${where}.before must return ${expected}, but it returned another value.`);
}

async function runHooked<Input, Result>(write: Write<Input, Result>): Promise<Result> {
  const { where, hook, facts, member, given, run, call } = write;
  const withInput = (input: unknown): object => (member === undefined ? facts : { ...facts, [member]: input });
  const changed = await waitForHook(where, hook, 'before', { ...withInput(given), call });
  checkInput(write, changed);
  // The time limit of the request can have passed: its transaction is then over.
  call.signal.throwIfAborted();
  const input = (changed as Input | undefined) ?? given;
  const result = await run(input);
  if (result === null || result === false || isAccepted(result)) return result;
  reportWrite(call);
  const done = { ...withInput(input), ...(result === true ? {} : { written: result }) };
  await waitForHook(where, hook, 'after', { ...done, call });
  if (hook.afterCommit !== undefined) {
    afterCommit(call, () => callHook(hook, 'afterCommit', { ...done, context: call.context }));
  }
  return result;
}

/** Returns the current record, locked against other writes until the end of the transaction. */
async function currentRecord(
  type: ResourceType,
  source: AnySource,
  id: string,
  call: SourceCall,
): Promise<object | undefined> {
  const found = await source.find?.(markSent([id]), allFields(type), { ...call, forUpdate: true });
  return found?.find((record) => idOf(type.name, record) === id);
}

function hookedWrites(type: ResourceType, source: AnySource, hooks: TypeHooks): Partial<AnySource> {
  const hookOf = (action: keyof TypeHooks) => ({
    where: `hooks.${type.name}.${action}`,
    hook: hooks[action] as AnyHook,
  });
  return {
    ...(hooks.create && {
      create: (input, call) =>
        runHooked({
          ...hookOf('create'),
          facts: {},
          member: 'input',
          given: input,
          run: (it) => source.create?.(it, call) as never,
          call,
        }),
    }),
    ...(hooks.update && {
      async update(id, changes, call) {
        const record = await currentRecord(type, source, id, call);
        if (record === undefined) return null;
        const run = (it: typeof changes) => source.update?.(id, it, call) as never;
        return runHooked({ ...hookOf('update'), facts: { id, record }, member: 'changes', given: changes, run, call });
      },
    }),
    ...(hooks.delete && {
      async delete(id, call) {
        const record = await currentRecord(type, source, id, call);
        if (record === undefined) return false;
        const run = () => source.delete?.(id, call) as never;
        return runHooked({
          ...hookOf('delete'),
          facts: { id, record },
          member: undefined,
          given: undefined,
          run,
          call,
        });
      },
    }),
    ...(hooks.relate && {
      async relate(id, relationship, change, call) {
        const record = await currentRecord(type, source, id, call);
        if (record === undefined) return false;
        const facts = { id, record, relationship };
        const run = (it: typeof change) => source.relate?.(id, relationship, it, call) as never;
        return runHooked({ ...hookOf('relate'), facts, member: 'change', given: change, run, call });
      },
    }),
  };
}

/** Returns the `transaction` of a source, which starts the work after a commit even if the request has timed out. */
function committing(source: AnySource): NonNullable<AnySource['transaction']> {
  return async <Result, Call extends SourceCall>(run: (call: Call) => Promise<Result>, call: Call) => {
    const commits = collectCommitWork(call);
    let isDone = false;
    const attempt = async (inner: Call): Promise<Result> => {
      isDone = false;
      const result = await run(commits.enter(inner));
      isDone = true;
      return result;
    };
    const result = await source.transaction?.(attempt, call);
    if (isDone) commits.committed();
    return result as Result;
  };
}

/**
 * Returns a source whose writes call the hooks. Without hooks of its own, only its transactions are watched, because
 * those of Atomic Operations contain writes of other types.
 */
export function hookSource(type: ResourceType, source: AnySource, hooks: TypeHooks | undefined): AnySource {
  return Object.freeze({
    ...source,
    ...(hooks && hookedWrites(type, source, hooks)),
    ...(source.transaction && { transaction: committing(source) }),
  });
}
