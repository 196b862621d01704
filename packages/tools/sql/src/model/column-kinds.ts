import { type ColumnType, isLarge } from '@linkage/kysely/internal';
import type { DraftValue } from './draft-value.ts';
import type { DraftAttribute, DraftCodec } from './model.ts';

/** The values of a column, and the function that converts them. */
export type DraftedValue = Pick<DraftAttribute, 'value' | 'codec'>;

export const plain = (value: DraftValue, codec?: DraftCodec): DraftedValue => ({ value, codec });

/** The facts that drafts need of a kind of columns. */
interface KindFacts {
  /** Returns the values, or those of elements with labels. Undefined for an array whose elements are not known. */
  readonly value: (type: ColumnType, labels: readonly string[] | undefined) => DraftValue | undefined;
  /** The values in SQLite, if they differ: it stores any value in any column. */
  readonly sqlite?: DraftedValue;
  /** How a column can be secret: by its values or its name, by its name, by the name of a secret number, or never. */
  readonly secret: 'values' | 'name' | 'number' | 'never';
  /** Whether a draft makes ids of the values, where the sources can. */
  readonly isId: boolean;
}

const always = (value: DraftValue) => (): DraftValue => value;

function textOf({ maxLength }: ColumnType): DraftValue {
  return maxLength === undefined ? { kind: 'text' } : { kind: 'text', maxLength };
}

function arrayOf({ of: type, dimensions = 1 }: ColumnType, labels: readonly string[] | undefined) {
  let of: DraftValue | undefined = labels
    ? { kind: 'enum', labels }
    : type && columnKinds[type.kind].value(type, labels);
  // The elements of arrays have no codec.
  if (of?.kind === 'bytes') return undefined;
  for (let left = type === undefined ? 0 : dimensions; of !== undefined && left > 0; left--) of = { kind: 'array', of };
  return type && of;
}

const strings: KindFacts = { value: textOf, secret: 'values', isId: true };
const numbers: KindFacts = { ...strings, secret: 'number' };
// The length of a type is not a limit in SQLite, and times and dates can be strings of any form, or numbers.
const sqlite = plain({ kind: 'text' });

/** The facts of each kind of columns. A kind without them does not compile. */
export const columnKinds: Readonly<Record<ColumnType['kind'], KindFacts>> = {
  text: { ...strings, sqlite },
  integer: { ...numbers, value: (type) => ({ kind: isLarge(type) ? 'large integer' : 'integer' }) },
  numeric: { ...numbers, value: always({ kind: 'decimal' }), sqlite: plain({ kind: 'number' }) },
  float: { ...numbers, value: always({ kind: 'number' }) },
  boolean: {
    ...{ value: always({ kind: 'boolean' }), sqlite: plain({ kind: 'boolean' }, 'booleanColumn') },
    ...{ secret: 'never', isId: false },
  },
  uuid: { ...strings, value: always({ kind: 'uuid' }), sqlite, secret: 'name' },
  date: { ...numbers, value: always({ kind: 'date' }), sqlite },
  timestamp: {
    ...{ ...numbers, sqlite, value: ({ isLocal }) => ({ kind: isLocal === true ? 'local time' : 'instant' }) },
  },
  json: {
    ...strings,
    value: always({ kind: 'json' }),
    sqlite: plain({ kind: 'json' }, 'jsonColumn'),
    isId: false,
  },
  binary: { ...strings, value: always({ kind: 'bytes' }), secret: 'name' },
  array: { ...strings, value: arrayOf, sqlite, isId: false },
  structure: { ...strings, isId: false },
  other: strings,
};
