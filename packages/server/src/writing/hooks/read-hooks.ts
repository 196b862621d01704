import type { Api } from '@linkage/core';
import { isObject, type OptionTable, optionTable } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import { actionNames, actions } from '../../sources/port/actions.ts';
import type { AnySource } from '../../sources/port/any-source.ts';
import type { AnyHooks, WritingServer } from '../context.ts';
import type { BeforeWrite } from './write-hooks.ts';

const typeTable: OptionTable = optionTable(
  Object.fromEntries(actionNames.map((name) => [name, 'object' as const])),
  'action',
);
const hookTable: OptionTable = optionTable(
  { onlyReads: 'boolean', onlyCreates: 'boolean', before: 'function', after: 'function', afterCommit: 'function' },
  'hook',
);

/** Returns hooks whose `before` begins with the hook of all writes. Only of actions that the source can perform. */
function withBeforeWrite(type: string, source: AnySource, hooks: AnyHooks, beforeWrite: BeforeWrite): AnyHooks {
  const all: { -readonly [Name in keyof AnyHooks]: AnyHooks[Name] } = { ...hooks };
  for (const action of actionNames) {
    if (source[action] === undefined || (actions[action].hasRecord && source.find === undefined)) continue;
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
 * Reads the hooks of an API.
 *
 * @throws {TypeError} If a type, an action, or a hook is unknown, or if a source cannot perform the action, or cannot
 * find the record that the hooks receive.
 */
export function readHooks(
  api: Api,
  { hooks: given, beforeWrite }: { readonly hooks: object | undefined; readonly beforeWrite: BeforeWrite | undefined },
  sourceOf: (type: string) => AnySource | undefined,
): WritingServer['hooks'] {
  if (given === undefined && beforeWrite === undefined) return undefined;
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
    read.set(type, known);
  }
  if (beforeWrite === undefined) return read;
  for (const type of api.types.keys()) {
    const source = sourceOf(type);
    if (source !== undefined) read.set(type, withBeforeWrite(type, source, read.get(type) ?? {}, beforeWrite));
  }
  return read;
}
