import type { Api } from '@linkage/core';
import { type OptionTable, optionTable } from '@linkage/core/internal';
import { readByType } from '../../internal/read-by-type.ts';
import { readSettings } from '../../internal/read-settings.ts';
import type { AnySource } from '../../sources/any-source.ts';
import type { TypeHooks } from './write-hooks.ts';

const actions = ['create', 'update', 'delete', 'relate'] as const;
const typeTable: OptionTable = optionTable(
  { create: 'object', update: 'object', delete: 'object', relate: 'object' },
  'action',
);
const hookTable: OptionTable = optionTable({ before: 'function', after: 'function', afterCommit: 'function' }, 'hook');

/**
 * Reads the hooks of an API.
 *
 * @throws {TypeError} If a type, an action, or a hook is unknown, or if a source cannot perform the action, or cannot
 * find the record that the hooks receive.
 */
export function readHooks(
  api: Api,
  given: object,
  sourceOf: (type: string) => AnySource | undefined,
): ReadonlyMap<string, TypeHooks> {
  const read = new Map<string, TypeHooks>();
  for (const [type, hooks] of readByType<TypeHooks>(api, 'createServer: hooks', given)) {
    const where = `createServer: hooks.${type}`;
    const known: Record<string, unknown> = { ...readSettings(where, hooks, typeTable) };
    const source = sourceOf(type);
    for (const action of actions) {
      if (known[action] === undefined) continue;
      known[action] = readSettings(`${where}.${action}`, known[action] as object, hookTable);
      for (const method of action === 'create' ? [action] : ([action, 'find'] as const)) {
        if (source?.[method] !== undefined) continue;
        throw new TypeError(`${where}.${action}: the source of "${type}" must have the method \`${method}\`.`);
      }
    }
    read.set(type, known);
  }
  return read;
}
