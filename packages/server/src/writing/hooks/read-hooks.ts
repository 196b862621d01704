import type { Api } from '@linkage/core';
import { isObject, type OptionTable, optionTable, ready, type Steps } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { type Action, actionNames, actions } from '../../sources/port/actions.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { AnyHook, AnyHooks, Told, WritingServer } from '../context.ts';
import type { AfterWrite, BeforeWrite } from './write-hooks.ts';

/** The hooks of the options of a server. */
interface GivenHooks {
  readonly hooks: object | undefined;
  readonly beforeWrite: BeforeWrite | undefined;
  readonly afterWrite: AfterWrite | undefined;
}

const typeTable: OptionTable = optionTable(
  Object.fromEntries(actionNames.map((name) => [name, 'object' as const])),
  'action',
);
const hookTable: OptionTable = optionTable(
  { onlyReads: 'boolean', onlyCreates: 'boolean', before: 'function', after: 'function', afterCommit: 'function' },
  'hook',
);

type MutableHooks = { -readonly [Name in keyof AnyHooks]: AnyHooks[Name] };

/** Returns the actions that the source can perform, of which hooks receive the record. */
const hookable = (source: AnySource): readonly Action[] =>
  actionNames.filter((it) => source[it] !== undefined && (!actions[it].hasRecord || source.find !== undefined));

/** Returns hooks whose `before` begins with the hook of all writes. */
function withBeforeWrite(type: string, source: AnySource, hooks: AnyHooks, beforeWrite: BeforeWrite): AnyHooks {
  const all: MutableHooks = { ...hooks };
  for (const action of hookable(source)) {
    const hook = hooks[action];
    all[action] = {
      ...hook,
      // The hook of all writes does not declare what it does.
      onlyReads: false,
      onlyCreates: false,
      isOfAll: true,
      async before(write) {
        const replaced = await beforeWrite({ ...write, type, action } as never);
        if (hook?.before === undefined || (replaced !== undefined && !isObject(replaced))) return replaced;
        const next = replaced === undefined ? write : { ...write, [String(actions[action].input)]: replaced };
        return (await hook.before(next)) ?? replaced;
      },
    };
  }
  return all;
}

/** Returns how hooks call the option `afterWrite`. Most servers do not have it, so bundles have its code in a file of its own, which the first write loads. */
function loadedLater(afterWrite: AfterWrite): Told {
  let loaded: Told | undefined;
  const load = function* (): Steps<Told> {
    loaded ??= (yield* ready(import('./tell-write.ts'))).toldWrites(afterWrite);
    return loaded;
  };
  return {
    *before(change) {
      yield* (yield* load()).before(change);
    },
    *after(change, run) {
      yield* (yield* load()).after(change, run);
    },
  };
}

/** Returns hooks of writes of which the option `afterWrite` learns. A write of the inverse of a link does not write the resource. */
function withAfterWrite(source: AnySource, hooks: AnyHooks, told: Told): AnyHooks {
  const all: MutableHooks = { ...hooks, side: hooks.side };
  for (const action of hookable(source)) {
    const hook = hooks[action];
    const onlyCreates = hook === undefined || hook.onlyReads === true || hook.onlyCreates === true;
    all[action] = { ...hook, onlyReads: false, onlyCreates, told };
  }
  return all;
}

/**
 * Reads the hooks of an API.
 *
 * @throws {TypeError} If a type, an action, or a hook is unknown, or if a source cannot perform the action, or cannot
 * find the record that the hooks receive.
 */
export function readHooks(
  api: Api,
  { hooks: given, beforeWrite, afterWrite }: GivenHooks,
  sourceOf: (type: string) => AnySource | undefined,
): WritingServer['hooks'] {
  if (given === undefined && beforeWrite === undefined && afterWrite === undefined) return undefined;
  const read = new Map<string, AnyHooks>();
  for (const [type, hooks] of readByType<object>(api, 'createServer: hooks', given ?? {})) {
    const where = `createServer: hooks.${type}`;
    const known: Record<string, unknown> = { ...readSettings(where, hooks, typeTable) };
    const source = sourceOf(type);
    for (const action of actionNames) {
      if (known[action] === undefined) continue;
      known[action] = readSettings(`${where}.${action}`, known[action] as object, hookTable);
      for (const method of actions[action].hasRecord ? ([action, 'find'] as const) : [action]) {
        if (source?.[method] !== undefined) continue;
        throw new TypeError(`${where}.${action}: the source of "${type}" must have the method \`${method}\`.`);
      }
    }
    read.set(type, { ...known, side: known['updateRelationship'] as AnyHook | undefined });
  }
  const told = afterWrite && loadedLater(afterWrite);
  for (const name of api.types.keys()) {
    const source = sourceOf(name);
    if (source === undefined) continue;
    if (beforeWrite !== undefined) {
      const { side: _, ...all } = withBeforeWrite(name, source, read.get(name) ?? {}, beforeWrite);
      read.set(name, { ...all, side: all.updateRelationship });
    }
    if (told !== undefined) read.set(name, withAfterWrite(source, read.get(name) ?? {}, told));
  }
  return read;
}
