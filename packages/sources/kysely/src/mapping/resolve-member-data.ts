import { nameTable, readOptions } from '@linkage/core/internal';
import { databaseTable, type MappedDatabase } from './known-table.ts';
import { resolveColumn, type UntypedColumn } from './resolve-column.ts';
import type { MappedRelationship } from './resolve-members.ts';
import type { RelationshipStorage } from './table.ts';

/** The columns of the data of each membership, unchecked. */
export type MemberMapping = { readonly [name: string]: string | UntypedColumn | undefined };

/**
 * Returns the storage of a relationship with the columns of the data of each membership.
 *
 * @throws {TypeError} If the relationship has such data, but is not stored in a join table with one target type, or a column is wrong.
 */
export function withMemberData(
  where: string,
  { relationship }: MappedRelationship,
  storage: RelationshipStorage,
  given: MemberMapping | undefined,
  database: MappedDatabase,
): RelationshipStorage {
  const { member: fields } = relationship;
  const mapping = readOptions(
    `${where}.member`,
    given ?? {},
    nameTable(fields?.keys() ?? [], 'name in the option `member` of the relationship'),
  );
  if (fields === undefined) return storage;
  if (storage.kind !== 'through')
    throw new TypeError(
      `${where} must contain \`through\` and have one target type, because \`member\` of the relationship declares the data of each membership.`,
    );
  const { table: name } = storage;
  const { dialect, warn } = database;
  const place = { dialect, name, table: databaseTable(where, name, database), warn, isPart: false, constants: [] };
  const columns = [...fields.values()].map((field) => {
    const column = resolveColumn(`${where}.member.${field.name}`, field, mapping[field.name], place);
    if (column.name === undefined)
      throw new TypeError(
        `${where}.member.${field.name} must be a column, because requests write it with the linkage.`,
      );
    return [field.name, column] as const;
  });
  return { ...storage, data: new Map(columns) };
}
