import type { Api, ResourceType } from '@linkage/core';
import { isObject, type OptionTable, optionTable } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { type Action, actionNames, actions } from '../../sources/port/actions.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import { idOf } from '../../sources/port/record-id.ts';
import type { AnyHook, AnyHooks, WritingServer } from '../context.ts';
import { fieldChanges, type WrittenFacts } from './field-changes.ts';
import type { AfterWrite, BeforeWrite, CompletedWrite } from './write-hooks.ts';

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
      // The hook of all writes does not state what it does.
      onlyReads: false,
      onlyCreates: false,
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

/**
 * Returns hooks whose `after` ends with the hook of all writes. A write of the other side of a link does not call it, because it does not
 * write the resource.
 */
function withAfterWrite(type: ResourceType, source: AnySource, hooks: AnyHooks, afterWrite: AfterWrite): AnyHooks {
  const all: MutableHooks = { ...hooks, side: hooks.side };
  for (const action of hookable(source)) {
    const hook = hooks[action];
    all[action] = {
      ...hook,
      onlyReads: false,
      onlyCreates: hook === undefined || hook.onlyReads === true || hook.onlyCreates === true,
      async after(given) {
        await hook?.after?.(given);
        const write = given as WrittenFacts & Pick<CompletedWrite, 'context' | 'writes'> & { readonly id?: string };
        const { context, writes } = write;
        const id = write.id ?? idOf(type.name, write.written);
        await afterWrite({ type: type.name, action, id, changes: fieldChanges(type, action, write), context, writes });
      },
    };
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
    read.set(type, { ...known, side: known['relate'] as AnyHook | undefined });
  }
  for (const [name, type] of api.types) {
    const source = sourceOf(name);
    if (source === undefined) continue;
    if (beforeWrite !== undefined) {
      const { side: _, ...all } = withBeforeWrite(name, source, read.get(name) ?? {}, beforeWrite);
      read.set(name, { ...all, side: all.relate });
    }
    if (afterWrite !== undefined) read.set(name, withAfterWrite(type, source, read.get(name) ?? {}, afterWrite));
  }
  return read;
}
