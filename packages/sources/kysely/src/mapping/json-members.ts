import type { AttributeDefinition } from '@linkage/core';
import type { MemberPlace } from '@linkage/core/internal';
import { type RawBuilder, sql } from 'kysely';
import type { ColumnKind } from '../columns/column-type.ts';
import { plain } from '../dialects/column-codec.ts';
import type { MemberText } from '../dialects/json-members.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { type SearchingPlace, searchOf } from './search.ts';
import { type Column, columnIn } from './table.ts';

const kinds: Readonly<Record<MemberPlace['type'], ColumnKind>> = {
  string: 'text',
  number: 'numeric',
  boolean: 'boolean',
};
/** Stands for the column in the SQL of a member. No name contains it. */
const COLUMN = '\u0000';

/**
 * Returns the members of an attribute that conditions can compare.
 *
 * @throws {TypeError} If its column is known to contain no JSON, or a function of the mapping converts it.
 */
export function resolveJsonMembers(
  where: string,
  { name: attribute, members }: AttributeDefinition,
  column: Column,
  given: string | Pick<ColumnMapping, 'decode' | 'type'> | undefined,
  place: SearchingPlace,
): readonly (readonly [string, Column & MemberText])[] {
  if (members === undefined) return [];
  const { memberSql, hasBooleans } = place.dialect;
  const { type } = column;
  const { decode, type: declared }: Pick<ColumnMapping, 'decode' | 'type'> = typeof given === 'object' ? given : {};
  const isConverted = column.expression !== undefined || (decode !== undefined && declared !== 'json');
  if (isConverted || (type !== undefined && type.kind !== 'json'))
    throw new TypeError(
      `${where}: the option \`filter\` of the attribute "${attribute}" names members, so its column must contain the JSON of its values. Use a column of JSON, or map it with \`jsonColumn()\`.`,
    );
  return [...members.values()].map((it) => {
    const { name } = it;
    const own = it.place as MemberPlace;
    const textOf = (of: string): string => memberSql(of, own, type);
    const parts = textOf(COLUMN).split(COLUMN);
    const expression = (alias: string): RawBuilder<unknown> =>
      sql.join(
        parts.map((part) => sql.raw(part)),
        columnIn(column, alias),
      );
    const isNumber = own.type === 'boolean' && !hasBooleans;
    return [
      name,
      {
        ...column,
        ...{
          attribute,
          textOf,
          name: undefined,
          expression,
          type: { kind: kinds[own.type] },
          search: searchOf(`${where}.${name}`, it, {}, undefined, place),
          nullable: true,
          codec: plain,
        },
        encode: (value: unknown) => (isNumber ? Number(value) : value),
      },
    ] as const;
  });
}
