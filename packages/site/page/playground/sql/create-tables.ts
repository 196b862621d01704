/** The tables of a plan as SQL, their rows, and the mapping of Kysely sources. */
import { booleanColumn, jsonColumn } from '@linkage/kysely';
import type { ColumnType, PlannedEdge, PlannedTable } from './plan-tables.ts';

/** A row to insert. */
export interface PlannedRow {
  readonly table: string;
  readonly values: readonly (readonly [column: string, value: unknown])[];
}

type StoredRecord = Readonly<Record<string, unknown>>;

const sqlTypes: Readonly<Record<ColumnType, string>> = {
  ...{ text: 'text', integer: 'integer', real: 'real', boolean: 'integer', json: 'text' },
};

/** Quotes a name. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function edgeColumns(edge: PlannedEdge): readonly string[] {
  if (edge.kind === 'column') return [`${quoted(edge.column)} text references ${quoted(edge.table)} ("id")`];
  return edge.kind === 'typed' ? [`${quoted(edge.column)} text`, `${quoted(edge.typeColumn)} text`] : [];
}

function statement(name: string, lines: readonly string[]): string {
  return `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n)`;
}

/** Returns the statements that create the tables. */
export function tableStatements(tables: readonly PlannedTable[]): readonly string[] {
  const own = tables.map(({ name, columns, edges }) =>
    statement(name, [
      '"id" text primary key',
      ...[...columns.values()].map(
        (column) => `${quoted(column.name)} ${sqlTypes[column.type]}${column.isRequired ? ' not null' : ''}`,
      ),
      ...[...edges.values()].flatMap(edgeColumns),
    ]),
  );
  const joins = new Map<string, string>();
  for (const { edges } of tables) {
    for (const edge of edges.values()) {
      if (edge.kind !== 'join' || joins.has(edge.through)) continue;
      const columns = [edge.from, edge.to].map(quoted);
      joins.set(
        edge.through,
        statement(edge.through, [
          ...columns.map((column) => `${column} text not null`),
          `primary key (${columns.join(', ')})`,
        ]),
      );
    }
  }
  return [...own, ...joins.values()];
}

function idOf(related: unknown): string | null {
  if (related === null || related === undefined) return null;
  return String(typeof related === 'object' ? (related as StoredRecord)['id'] : related);
}

function columnValue(value: unknown, type: ColumnType): unknown {
  if (value === null || value === undefined) return null;
  if (type === 'json') return JSON.stringify(value);
  return type === 'boolean' ? Number(value) : value;
}

function edgeValues(edge: PlannedEdge, related: unknown): PlannedRow['values'] {
  if (edge.kind === 'column') return [[edge.column, idOf(related)]];
  if (edge.kind !== 'typed') return [];
  const type = typeof related === 'object' && related !== null ? (related as StoredRecord)['type'] : null;
  return [
    [edge.column, idOf(related)],
    [edge.typeColumn, type ?? null],
  ];
}

/** Returns the rows for the records of memory sources, in which both sides of each relationship are complete. */
export function rowsOf(
  tables: readonly PlannedTable[],
  records: Readonly<Record<string, readonly object[] | undefined>>,
): readonly PlannedRow[] {
  const rows: PlannedRow[] = [];
  const links = new Set<string>();
  for (const { type, name, columns, edges } of tables) {
    for (const record of (records[type.name] ?? []) as readonly StoredRecord[]) {
      const id = String(record['id']);
      const own = [...columns].map(
        ([field, column]) => [column.name, columnValue(record[field], column.type)] as const,
      );
      const ownEdges = [...edges].flatMap(([field, edge]) => edgeValues(edge, record[field]));
      rows.push({ table: name, values: [['id', id], ...own, ...ownEdges] });
      for (const [field, edge] of edges) {
        if (edge.kind !== 'join') continue;
        for (const related of [record[field] ?? []].flat()) {
          const values = [[edge.from, id] as const, [edge.to, idOf(related)] as const];
          // Both sides of a relationship contain the link.
          const link = JSON.stringify([edge.through, Object.entries(Object.fromEntries(values)).sort()]);
          if (!links.has(link)) rows.push({ table: edge.through, values });
          links.add(link);
        }
      }
    }
  }
  return rows;
}

function edgeMapping(edge: PlannedEdge): object {
  if (edge.kind === 'join') return { through: edge.through, from: edge.from, to: edge.to };
  if (edge.kind === 'column') return { column: edge.column };
  if (edge.kind === 'typed') return { column: edge.column, typeColumn: edge.typeColumn };
  return { foreignKey: edge.foreignKey, ...(edge.typeColumn !== undefined && { typeColumn: edge.typeColumn }) };
}

/** Returns the mapping for `createKyselySources`. */
export function mappingOf(tables: readonly PlannedTable[]): Readonly<Record<string, object>> {
  return Object.fromEntries(
    tables.map(({ type, name, columns, edges }) => {
      const attributes = [...columns].map(([field, column]) => {
        if (column.type === 'json') return [field, jsonColumn(column.name)];
        return [field, column.type === 'boolean' ? booleanColumn(column.name) : column.name];
      });
      const relationships = [...edges].map(([field, edge]) => [field, edgeMapping(edge)]);
      return [
        type.name,
        { table: name, attributes: Object.fromEntries(attributes), relationships: Object.fromEntries(relationships) },
      ];
    }),
  );
}
