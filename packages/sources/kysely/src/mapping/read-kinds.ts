import type { AttributeDefinition } from '@linkage/core';
import { resultAtOnce } from '@linkage/core/internal';
import { columnKinds } from '../columns/column-kinds.ts';
import type { ColumnType } from '../columns/column-type.ts';
import type { JsonKind } from '../columns/kind-facts.ts';
import type { SqlDialect } from '../dialects/dialect.ts';

/** Returns the kind of the values that the sources read from a column of a type; undefined if it depends on the row or the driver. */
export function readKindOf(type: ColumnType, { values }: SqlDialect): JsonKind | undefined {
  if (type.form !== undefined) return type.form === 'array' ? 'array' : 'string';
  return columnKinds[type?.kind ?? 'other'].json(type, values.isLoose);
}

function kindOf(value: unknown): JsonKind | undefined {
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'string';
  const kind = typeof value;
  if (kind === 'bigint') return 'number';
  if (kind === 'object') return value === null ? undefined : 'object';
  return kind === 'boolean' || kind === 'number' || kind === 'string' ? kind : undefined;
}

type Declared = Pick<AttributeDefinition, 'schema'>;

/** Values of all kinds, of which most schemas accept one. */
const samples: readonly unknown[] = [
  ...['', 'a', 'A', 'aa', 'aGk=', '0', '1', '-1', '1.5', 'true', 'a@example.com', 'https://example.com', '127.0.0.1'],
  ...['2026-02-28', '10:00:00', '2026-02-28T10:00:00Z', '2026-02-28T10:00:00', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  ...[0, 1, -1, 1.5, 100, 1_000_000, true, false, [], ['a'], [1], {}],
];

/** Returns the result of a schema; undefined if it is asynchronous, or fails. */
function resultOf({ schema }: Declared, value: unknown) {
  try {
    return resultAtOnce(schema, value);
  } catch {
    // A schema of the application can expect values of one kind only.
    return undefined;
  }
}

/** Whether the schema of an attribute accepts a value; undefined if it is asynchronous, or fails. */
export function accepts(attribute: Declared, value: unknown): boolean | undefined {
  const result = resultOf(attribute, value);
  return result && result.issues === undefined;
}

/** Whether the schema of an attribute accepts one of the samples of a kind, or could accept it because it is asynchronous. */
export function acceptsKind(attribute: Declared, kind: JsonKind): boolean {
  return samples.some((sample) => kindOf(sample) === kind && accepts(attribute, sample) !== false);
}

/** Returns the kinds of the samples that the schema of an attribute accepts, and of the values that it makes of them. */
export function acceptedKinds(attribute: Declared): ReadonlySet<JsonKind> {
  const kinds = samples.flatMap((sample) => {
    const result = resultOf(attribute, sample);
    return result === undefined || result.issues !== undefined ? [] : [kindOf(sample), kindOf(result.value)];
  });
  return new Set(kinds.filter((kind) => kind !== undefined));
}
