import { errorObject, type FilterCondition, JsonApiError } from '@linkage/core';
import { conditionsThrough } from '@linkage/core/internal';
import { fieldOf, stepsOf } from '@linkage/core/records';
import type { Selection, SourceRecord, SourceSortField } from '@linkage/server';
import type { IncludedRows, RowOrder } from './model-statements.ts';
import type { StoredType, StoredTypes } from './stored-types.ts';

/** Returns the property of a type's id. */
export function idOf({ id }: StoredType): string {
  return id.property;
}

/** Returns the properties of the selected fields that have a column, and of the id. */
export function propertiesOf(stored: StoredType, { attributes, relationships }: Selection): readonly string[] {
  const fields = [...stored.columns].filter(([field]) => attributes.has(field) || relationships.has(field));
  return [...new Set([idOf(stored), ...fields.map(([, { property }]) => property)])];
}

/** Returns the related rows that a selection includes: those of relationships with one type in the same database. */
export function includedRows(types: StoredTypes, stored: StoredType, selection: Selection): readonly IncludedRows[] {
  return [...(selection.include ?? [])].flatMap(([relationship, of]): readonly IncludedRows[] => {
    const declared = stored.type.relationships.get(relationship);
    if (declared === undefined || !types.has(declared.targets)) return [];
    const target = types.targetOf(stored.type.name, relationship);
    return [
      {
        relationship,
        type: target.type.name,
        properties: propertiesOf(target, of),
        take: declared.kind === 'to-many' ? of.atMost : undefined,
        include: includedRows(types, target, of),
      },
    ];
  });
}

/** Converts a row of a library to a record. Reads own members only. */
export function recordOf(
  types: StoredTypes,
  stored: StoredType,
  row: object,
  include: readonly IncludedRows[] = [],
): SourceRecord {
  const record = new Map<string, unknown>();
  for (const [field, { property, decode }] of stored.columns) {
    const value = fieldOf(row, property);
    if (value !== undefined) record.set(field, decode(value));
  }
  for (const { relationship, type, include: further } of include) {
    const value = fieldOf(row, relationship);
    const related = (it: object): SourceRecord => recordOf(types, types.typeOf(type), it, further);
    if (Array.isArray(value)) record.set(relationship, value.map(related));
    else if (value !== undefined) record.set(relationship, value === null ? null : related(value as object));
  }
  return Object.fromEntries(record) as SourceRecord;
}

/** Converts values by field to values by property, as the library stores them. */
export function valuesOf({ columns }: StoredType, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).map(([field, value]) => {
    const column = columns.get(field);
    return [column?.property ?? field, column === undefined ? value : column.encode(value)];
  });
  return Object.fromEntries(entries);
}

/**
 * Returns the order of rows, whose last key is the id, in the direction of the key before: one index serves such an order.
 *
 * @param whereOf Returns the condition on the rows of a type, or undefined if there are no conditions.
 * @throws {JsonApiError} 400 if the order uses a field without a column, or a related resource and `sortsRelated` is false.
 */
export function orderOf<Condition>(
  types: StoredTypes,
  start: StoredType,
  sort: readonly SourceSortField[],
  sortsRelated: boolean,
  whereOf: (of: StoredType, conditions: readonly FilterCondition[]) => Condition | undefined,
): readonly RowOrder<Condition>[] {
  const keys = sort.map((key): RowOrder<Condition> => {
    const { field, descending } = key;
    const { relationships, name } = stepsOf(field);
    const through = conditionsThrough(key);
    let stored = start;
    const steps = relationships.map((relationship, index) => {
      const column = stored.columns.get(relationship);
      if (column === undefined || !sortsRelated) throw notSortable(start, field);
      stored = types.targetOf(stored.type.name, relationship);
      const where = whereOf(stored, through.at(index) ?? []);
      return { relationship, property: column.property, target: stored.type.name, where };
    });
    const column = stored.columns.get(name);
    if (column === undefined) throw notSortable(start, field);
    return { steps, property: column.property, descending, nullable: column.nullable || steps.length > 0 };
  });
  const isTotal = sort.some(({ field }) => field === 'id');
  const descending = sort.at(-1)?.descending ?? false;
  return isTotal ? keys : [...keys, { steps: [], property: idOf(start), descending, nullable: false }];
}

function notSortable({ type }: StoredType, field: string): JsonApiError {
  const detail = `Type "${type.name}" cannot be sorted by "${field}".`;
  return new JsonApiError(errorObject('SORT_NOT_SUPPORTED', detail, { source: { parameter: 'sort' } }));
}
