import type { Api } from '@linkage/core';
import { isObject, ownMembers } from '@linkage/core/internal';
import type { Handle, Transaction } from './transaction.ts';

/** Whether a value of a relationship is a resource to create: it has no id, or fields in the form of a resource object. */
function isNew(value: unknown): value is { readonly type: string } {
  const { id, lid, attributes, relationships } = ownMembers(value);
  return isObject(value) && lid === undefined && (id === undefined || isObject(attributes) || isObject(relationships));
}

/** Whether the input of a creation contains new related resources. */
export function isNested(input: object): boolean {
  const { relationships } = ownMembers(input);
  const values = Object.values(ownMembers(relationships)).flat();
  return values.some((it) => typeof it === 'function' || isNew(it));
}

/** Adds a resource to a transaction: after the related resources that it links, and before those that refer to it. */
export function addNested(transaction: Transaction<Api>, type: string, input: object): Handle<string, unknown> {
  const { relationships, ...fields } = ownMembers(input);
  const link = (value: unknown): unknown => {
    if (!isNew(value)) return value;
    const { type: target, meta, lid: _, ...own } = ownMembers(value);
    const { type: name, lid } = addNested(transaction, target as string, own);
    return { type: name, lid, ...(meta !== undefined && { meta }) };
  };
  const all = Object.entries(ownMembers(relationships));
  const linked = all
    .filter(([, value]) => typeof value !== 'function')
    .map(([name, value]) => [name, Array.isArray(value) ? value.map(link) : link(value)]);
  const handle = transaction.add(type, {
    ...fields,
    ...(relationships !== undefined && { relationships: Object.fromEntries(linked) }),
  } as never);
  for (const [, value] of all) if (typeof value === 'function') [value(handle)].flat().map(link);
  return handle;
}
