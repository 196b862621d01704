import type { AttributeOptions, ToManyOptions } from '@linkage/core';
import { isWritable } from '../model/allowed-writes.ts';
import type { DraftAttribute, DraftRelationship, DraftType } from '../model/model.ts';

/** Whether clients send the ids of new resources. */
export function sendsIds({ idBy, table }: DraftType): boolean {
  return idBy === 'client' && isWritable(table, 'insert');
}

/** Returns the options of an attribute that differ from the defaults. */
export function attributeOptions({ filter, sort, write, onDemand, description }: DraftAttribute): AttributeOptions {
  return {
    ...(filter !== false && { filter }),
    ...(sort && { sort }),
    ...(write !== true && { write }),
    ...(onDemand && { onDemand }),
    ...(description !== undefined && { description }),
  };
}

/** Returns the options of the data of a membership: requests neither filter nor sort by it. */
export function memberOptions(it: DraftAttribute): AttributeOptions {
  return attributeOptions({ ...it, filter: false, sort: false });
}

/** Returns the options of a relationship that differ from the defaults. The inverse relationship is declared on the side of the foreign key. */
export function relationshipOptions({
  storage,
  filter,
  required,
  write,
  inverse,
}: DraftRelationship): Omit<ToManyOptions, 'member'> {
  // Both relationships of a join table can say it: equal drafts say it on the same one.
  const isSaid = 'column' in storage || ('through' in storage && storage.from < storage.to);
  return {
    ...(filter && { filter }),
    ...(required && { required }),
    ...(write !== true && { write }),
    ...(isSaid && inverse !== undefined && { inverse }),
  };
}
