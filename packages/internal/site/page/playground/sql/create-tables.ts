/** The tables of a plan as SQL, their rows, and the mapping of Kysely sources. */
import { booleanColumn, jsonColumn } from '@linkage/kysely';
import type { JoinEdge, MembersEdge } from './plan-members.ts';
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

/** Returns the join tables of a relationship. */
function joinsOf(edge: PlannedEdge): readonly (JoinEdge | MembersEdge)[] {
  return edge.kind === 'join' || edge.kind === 'members' ? [edge] : [];
}

function statement(name: string, lines: readonly string[]): string {
  return `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n)`;
}

/** Returns the statements that create the tables. */
export function tableStatements(tables: readonly PlannedTable[]): readonly string[] {
  const ofTypes = tables.map(({ name, columns, edges }) =>
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
      for (const { through, from, to, typeColumn } of joinsOf(edge)) {
        if (joins.has(through)) continue;
        const columns = [from, to, ...(typeColumn === undefined ? [] : [typeColumn])].map(quoted);
        joins.set(
          through,
          statement(through, [
            ...columns.map((column) => `${column} text not null`),
            `primary key (${columns.join(', ')})`,
          ]),
        );
      }
    }
  }
  return [...ofTypes, ...joins.values()];
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
  return [
    [edge.column, idOf(related)],
    [edge.typeColumn, typeOf(related) ?? null],
  ];
}

function typeOf(related: unknown): unknown {
  return typeof related === 'object' && related !== null ? (related as StoredRecord)['type'] : undefined;
}

/** Returns the row of a join table for a member. Returns undefined if a column of another table stores the member. */
function linkRow(edge: PlannedEdge, type: string, id: string, related: unknown): PlannedRow | undefined {
  if (edge.kind !== 'join' && edge.kind !== 'members') return undefined;
  const { through, from, to, typeColumn } = edge;
  const stored = edge.kind === 'members' ? typeOf(related) : type;
  const values = [[from, id] as const, [to, idOf(related)] as const];
  return { table: through, values: typeColumn === undefined ? values : [...values, [typeColumn, stored]] };
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
      const columnValues = [...columns].map(
        ([field, column]) => [column.name, columnValue(record[field], column.type)] as const,
      );
      const edgeColumnValues = [...edges].flatMap(([field, edge]) => edgeValues(edge, record[field]));
      rows.push({ table: name, values: [['id', id], ...columnValues, ...edgeColumnValues] });
      for (const [field, edge] of edges) {
        for (const row of [record[field] ?? []]
          .flat()
          .flatMap((related) => linkRow(edge, type.name, id, related) ?? [])) {
          // Both sides of a relationship contain the link.
          const link = JSON.stringify([row.table, Object.entries(Object.fromEntries(row.values)).sort()]);
          if (!links.has(link)) rows.push(row);
          links.add(link);
        }
      }
    }
  }
  return rows;
}

function edgeMapping(edge: PlannedEdge): object {
  if (edge.kind === 'targets') {
    return { targets: Object.fromEntries([...edge.targets].map(([type, part]) => [type, edgeMapping(part)])) };
  }
  if (edge.kind === 'join' || edge.kind === 'members') {
    const { through, from, to, typeColumn } = edge;
    return { through, from, to, ...(typeColumn !== undefined && { typeColumn }) };
  }
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
