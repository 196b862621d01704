import type { CatalogTable } from '@linkage/kysely';
import { beginsIndex, servesOrder } from '@linkage/kysely/internal';
import type { DatabaseKind, DraftModel, MissingIndex } from '../model/model.ts';
import type { ComparedApi } from './compare-draft.ts';
import { mappedColumns } from './mapped-columns.ts';

/** Texts of MySQL and MariaDB that an index contains only in part, so that it serves no order. */
const LONG_TEXT = /^(?:tiny|medium|long)?(?:text|blob)/i;

/**
 * Returns the indexes that an API needs and its database lacks: those of its foreign keys, and those of attributes that requests can sort or
 * filter.
 */
export function neededIndexes(
  { api, mapping }: Pick<ComparedApi, 'api' | 'mapping'>,
  tables: ReadonlyMap<string, CatalogTable>,
  { missingIndexes }: DraftModel,
  kind: DatabaseKind,
): readonly MissingIndex[] {
  const joins = Object.values(mapping).flatMap(({ relationships }) =>
    Object.values((relationships ?? {}) as Readonly<Record<string, object>>).map((edge) =>
      Reflect.get(edge, 'through'),
    ),
  );
  const used = new Set([...Object.values(mapping).map(({ table }) => table), ...joins]);
  const uses = Object.entries(mapping).flatMap(([type, { table: given }]): readonly MissingIndex[] => {
    const name = String(given);
    const table = tables.get(name);
    if (table === undefined || table.kind !== 'table') return [];
    return mappedColumns(mapping, api, type).flatMap(({ attribute, column }): readonly MissingIndex[] => {
      const known = table.columns.get(column);
      if (known === undefined || known.isIncomparable === true || (kind === 'mysql' && LONG_TEXT.test(known.typeName)))
        return [];
      const has = attribute.sort ? servesOrder(table, [column]) : !attribute.filter || beginsIndex(table, [column]);
      if (has) return [];
      const rest = (table.primaryKey ?? []).filter((it) => it !== column);
      // Sources sort NULL first: PostgreSQL reads the index only if it does so, too.
      const nullsFirst = kind === 'postgres' && attribute.sort && known.nullable;
      return [{ table: name, columns: [column, ...rest], ...(nullsFirst && { nullsFirst }) }];
    });
  });
  return [...missingIndexes.filter(({ table }) => used.has(table)), ...uses];
}
