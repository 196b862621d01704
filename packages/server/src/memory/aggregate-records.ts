import type { ResourceType } from '@linkage/core';
import type { AggregateGroup } from '@linkage/core/http';
import { compare, memberOf, timePartOf } from '@linkage/core/internal';
import type { AggregateQuery, GroupKey } from '../sources/gateway/source-query.ts';
import type { StoredRecord } from './memory-table.ts';

/** Returns a string that is equal for values of one group. */
function keyOf(value: unknown): string {
  const plain = value instanceof Date ? value.toISOString() : (value ?? null);
  return typeof plain === 'bigint' ? String(plain) : JSON.stringify(plain);
}

/** Matches a decimal number without an exponent. With any number of digits, one long value would be the cost of all others. */
const decimal = /^(-?)(\d{1,400})(?:\.(\d{1,400}))?$/;

/** Whether a value is a number, or the text of one. */
function canAdd(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !Number.isNaN(Number(value));
  return typeof value === 'number' || typeof value === 'bigint';
}

/** Adds values exactly, as decimal numbers; as numbers if one has an exponent. Null if there are none. */
function sumOf(values: readonly unknown[]): number | string | null {
  if (values.length === 0) return null;
  const parts = values.map((value) => decimal.exec(String(value)));
  if (parts.some((part) => part === null)) return values.reduce((sum: number, value) => sum + Number(value), 0);
  const scale = parts.reduce((most, part) => Math.max(most, part?.at(3)?.length ?? 0), 0);
  let sum = 0n;
  for (const part of parts) {
    const [, sign, whole = '', fraction = ''] = part ?? [];
    const scaled = BigInt(whole + fraction.padEnd(scale, '0'));
    sum += sign === '-' ? -scaled : scaled;
  }
  const digits = String(sum < 0n ? -sum : sum).padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return sum < 0n ? `-${text}` : text;
}

/** Returns the least or the greatest value. Null if there are none. */
function extremeOf(values: readonly unknown[], sign: 1 | -1): unknown {
  let found: unknown = null;
  for (const value of values) if (found === null || compare(value, found) * sign > 0) found = value;
  return found;
}

/** Returns what the order of groups compares: the id of an identifier. */
function orderedValue(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? String(value.id) : value;
}

/** Returns the value of a key, as records contain it. */
function keyValue({ attributes }: ResourceType, { field, part }: GroupKey, record: StoredRecord): unknown {
  const value = memberOf(record, field) ?? null;
  if (part === undefined || value === null) return value;
  const encode = attributes.get(field)?.encode;
  return timePartOf(encode === undefined ? value : encode(value), part);
}

/** Counts and adds records by groups of equal values, in the order of these values. Returns undefined if one to add is not a number. */
export function aggregateRecords(
  type: ResourceType,
  records: readonly StoredRecord[],
  { groupBy, sum, min, max, atMost }: AggregateQuery,
): readonly AggregateGroup[] | undefined {
  const isNumber = (name: string) => (record: StoredRecord) => canAdd(memberOf(record, name) ?? 0);
  if (!sum.every((name) => records.every(isNumber(name)))) return undefined;
  const groups = new Map<string, { readonly by: readonly unknown[]; readonly records: StoredRecord[] }>();
  if (groupBy.length === 0) groups.set('[]', { by: [], records: [] });
  for (const record of records) {
    const by = groupBy.map((key) => keyValue(type, key, record));
    const key = JSON.stringify(by.map(keyOf));
    const group = groups.get(key) ?? { by, records: [] };
    groups.set(key, group);
    group.records.push(record);
  }
  const ordered = [...groups.values()].sort((left, right) => {
    for (const [index, value] of left.by.entries()) {
      const order = compare(orderedValue(value), orderedValue(right.by[index])) || 0;
      if (order !== 0) return order;
    }
    return 0;
  });
  const each = <Value>(names: readonly string[], of: (name: string) => Value): Record<string, Value> =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  return ordered.slice(0, atMost).map(({ by, records: own }) => {
    const valuesOf = (name: string): readonly unknown[] =>
      own.map((record) => memberOf(record, name)).filter((value) => value !== null && value !== undefined);
    return {
      by: Object.fromEntries(groupBy.map(({ name }, index) => [name, by[index]])),
      count: own.length,
      sum: each(sum, (name) => sumOf(valuesOf(name))),
      min: each(min, (name) => extremeOf(valuesOf(name), -1)),
      max: each(max, (name) => extremeOf(valuesOf(name), 1)),
    };
  });
}
