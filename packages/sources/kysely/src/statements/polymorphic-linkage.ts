import { describeValue } from '@linkage/core/internal';
import { type Expression, sql } from 'kysely';
import type { PolymorphicStorage, Table } from '../mapping/table.ts';
import { asText, keyAt } from './key-columns.ts';
import { keptId } from './row-filter.ts';

/** The identifier of a related resource. */
interface Identifier {
  readonly type: string;
  readonly id: string;
}

/**
 * Selects linkage of several types as a string: the position of the type, `:`, and the id. A value that is not the value of a type is `?:` and the value.
 */
export function readLinkage(
  { dialect }: Table,
  { columns, typeColumn, types }: PolymorphicStorage,
  alias: string | undefined,
): Expression<unknown> {
  const key = keyAt(alias, columns);
  const type = keyAt(alias, [typeColumn]).row;
  const cases = types.map(({ value, table }, index) => {
    const id = table === undefined ? key.row : keptId(table, key);
    return sql`when ${type} = ${value} then ${dialect.concat([sql.lit(`${index}:`), asText(id, dialect)])}`;
  });
  return sql`case when ${key.row} is null or ${type} is null then null ${sql.join(cases, sql` `)} else ${dialect.concat(
    [sql.lit('?:'), asText(type, dialect)],
  )} end`;
}

/**
 * Returns the identifier in the text of `readLinkage`.
 *
 * @throws {TypeError} If the row contains a value that is not the value of a type.
 */
export function decodeLinkage(
  table: Table,
  field: string,
  { types, typeColumn }: PolymorphicStorage,
  text: string,
): Identifier {
  const end = text.indexOf(':');
  const type = types[Number(text.slice(0, end))]?.name;
  const rest = text.slice(end + 1);
  if (type !== undefined) return { type, id: rest };
  const known = types.map(({ value }) => describeValue(value)).join(', ');
  throw new TypeError(
    `The column "${typeColumn}" of \`${table.type.name}.${field}\` must contain the value of a type (${known}), but it contains ${describeValue(rest)}.`,
  );
}
