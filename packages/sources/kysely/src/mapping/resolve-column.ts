import type { AttributeDefinition, StandardSchema } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { ColumnKind, ColumnType } from '../columns/column-type.ts';
import { type ColumnCodec, castTo, plain } from '../dialects/column-codec.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { finite, readAs, readBoolean } from '../dialects/unreadable.ts';
import { checkColumn } from './check-column.ts';
import { formedType } from './column-form.ts';
import type { ColumnMapping } from './column-mapping.ts';
import { assertColumns, databaseColumn, type Warn } from './known-table.ts';
import type { ExpressionMapping } from './mapping.ts';
import { accepts } from './read-kinds.ts';
import { resolveRowExpression } from './resolve-row-expression.ts';
import type { ExpressionAt } from './row-filter.ts';
import { type SearchingPlace, searchOf } from './search.ts';
import type { Column } from './table.ts';

const columnMembers: OptionTable = optionTable(
  {
    ...{ column: 'string', expression: 'function', type: 'string', form: 'string', search: 'object' },
    ...{ decode: 'function', encode: 'function' },
  },
  'member',
);

const same = (value: unknown): unknown => value;

/** Returns the value for NULL, and whether the schema accepts it, or could accept it because it is asynchronous. */
function nullValueOf(attribute: AttributeDefinition): {
  readonly empty: null | undefined;
  readonly isAccepted: boolean;
} {
  const [asNull, asUndefined] = [accepts(attribute, null), accepts(attribute, undefined)];
  // The value is null, or undefined if the schema rejects null and accepts undefined.
  return {
    empty: asNull !== true && asUndefined === true ? undefined : null,
    isAccepted: asNull !== false || asUndefined !== false,
  };
}

function booleanEncode({ hasBooleans }: SqlDialect): (value: unknown) => unknown {
  return (value) => (hasBooleans ? value === true : value === true ? 1 : 0);
}

/** Returns the text of JSON for a column of JSON. A function of a mapping can return this text itself. */
const jsonText = (value: unknown): unknown => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns how values of a column of JSON are written: as strings, of which drivers make nothing else. */
function jsonEncode({ encode }: UntypedColumn): (value: unknown) => unknown {
  return encode === undefined ? (value) => JSON.stringify(value) : (value) => jsonText(encode(value as never));
}

/** Returns the codec of a column. JSON is a string for `jsonColumn`, and a value that the driver parsed for other mappings. */
function codecOf(type: ColumnType | undefined, isJson: boolean, dialect: SqlDialect): ColumnCodec {
  const codec = dialect.codecOf(type ?? { kind: 'other' });
  if (!isJson || !dialect.parsesJson) return codec;
  return { ...plain, read: castTo(dialect.textType), readable: codec.readable };
}

function decodedBy(
  { decode }: ColumnCodec,
  then: ((stored: unknown) => unknown) | undefined,
): (stored: unknown) => unknown {
  if (decode === undefined) return then ?? finite;
  if (then === undefined) return (stored) => finite(decode(stored));
  return (stored) => {
    const value = decode(stored);
    // A function of a mapping never receives NULL.
    return value === null ? null : then(value);
  };
}

/** The mapping of an attribute, unchecked. */
export type UntypedColumn = ColumnMapping & Partial<Pick<ExpressionMapping, 'expression'>>;

/** The table of a column. */
interface Place extends SearchingPlace {
  readonly name: string;
  readonly warn?: Warn | undefined;
  /** Whether the mapping says that only some rows of the table are resources of the type. */
  readonly isPart: boolean;
  /** The columns that have one value in all statements. */
  readonly constants: readonly string[];
}

function resolveExpression(
  where: string,
  { name, write }: AttributeDefinition,
  { column, expression }: UntypedColumn,
  place: Place,
): ExpressionAt | undefined {
  if (expression === undefined) return undefined;
  if (column !== undefined) throw new TypeError(`${where} must contain \`column\` or \`expression\`, and not both.`);
  if (write)
    throw new TypeError(
      `${where}: clients can write the attribute "${name}", but \`expression\` computes it. Declare the attribute with \`write: false\`.`,
    );
  return resolveRowExpression(`${where}.expression`, expression, place.name, place.table);
}

/**
 * Checks that the database can compare the values of a column, if requests filter or sort by them.
 *
 * @throws {TypeError} If it cannot.
 */
function assertComparable(where: string, { name, sort, filter }: AttributeDefinition): void {
  if (!sort && !filter) return;
  throw new TypeError(
    `${where}: the database cannot compare the values of this column, so the attribute "${name}" must not have \`${sort ? 'sort' : 'filter'}\`. In PostgreSQL, the type \`jsonb\` can be compared, unlike \`json\`.`,
  );
}

/**
 * Returns the column of an attribute.
 *
 * @throws {TypeError} If the table does not have the column, or an expression uses such a column.
 */
export function resolveColumn(
  where: string,
  attribute: AttributeDefinition,
  given: string | UntypedColumn = {},
  place: Place,
): Column {
  const { dialect, table } = place;
  const mapping: UntypedColumn = readOptions(
    where,
    typeof given === 'string' ? { column: given } : given,
    columnMembers,
  );
  const name = mapping.column ?? attribute.name;
  const expression = resolveExpression(where, attribute, mapping, place);
  const known = expression === undefined && table !== undefined ? databaseColumn(table, name) : undefined;
  if (expression === undefined) assertColumns(where, table, [name]);
  if (known?.isIncomparable === true) assertComparable(where, attribute);
  const declared = mapping.type === undefined ? undefined : dialect.typeOf(mapping.type);
  const isKnownJson = declared?.kind === 'json' && known?.type?.kind === 'json';
  const type = formedType(where, mapping, isKnownJson ? known.type : (declared ?? known?.type), dialect);
  const isBoolean = type?.kind === 'boolean' && (declared !== undefined || mapping.encode === undefined);
  const { empty, isAccepted } = nullValueOf(attribute);
  const codec = codecOf(type, declared?.kind === 'json', dialect);
  const isJson = dialect.parsesJson && type?.kind === 'json' && declared?.kind !== 'json';
  // biome-ignore lint/suspicious/noConsole: the default of `onWarning` for what only a row shows
  const warn: Warn = place.warn ?? ((at, message) => console.warn(`${at}: ${message}`));
  const isChecked = { boolean: isBoolean, json: declared !== undefined } as Partial<Record<ColumnKind | '', boolean>>;
  const report = (reason: string): void => warn(where, `The column "${name}" of the table "${place.name}" ${reason}`);
  if (table !== undefined && known !== undefined)
    checkColumn({ ...place, where, attribute, mapping, table, name, known, type }, place.warn);
  return {
    name: expression === undefined ? name : undefined,
    expression,
    type,
    // An aggregate of a subquery can be NULL.
    nullable: known?.nullable ?? (isAccepted || expression !== undefined),
    codec,
    decode: decodedBy(codec, mapping.decode ?? (isBoolean ? readBoolean : undefined)),
    keepsPlain: mapping.decode === undefined && !isBoolean && (codec.decode === undefined || codec.keepsPlain === true),
    unread: readAs(empty, report),
    // A function of the mapping can read every value.
    readable:
      (isChecked[type?.kind ?? ''] ?? (codec.decode !== undefined || mapping.decode === undefined))
        ? codec.readable
        : undefined,
    search: searchOf(where, attribute, mapping, expression === undefined ? name : undefined, place),
    functions: [mapping.decode, mapping.encode],
    encode: isBoolean ? booleanEncode(dialect) : isJson ? jsonEncode(mapping) : (mapping.encode ?? same),
    empty,
  };
}

/** The schema of a column without an attribute, which accepts every value. */
const anything: StandardSchema = {
  '~standard': { version: 1, vendor: 'linkage', validate: (value) => ({ value }) },
};

/**
 * Returns a column that the API does not declare, for conditions of access rules.
 *
 * @throws {TypeError} If the name does not begin with "@", or the table does not have the column.
 */
export function undeclaredColumn(
  where: string,
  name: string,
  given: string | ColumnMapping | undefined,
  database: Parameters<typeof resolveColumn>[3],
): Column {
  if (!/^@./.test(name) || given === undefined)
    throw new TypeError(`${where}: ${JSON.stringify(name)} must begin with "@" and name a column.`);
  const no = { read: false, write: false, onDemand: false, sort: false, filter: false } as const;
  const none = {
    ...{ nulls: undefined, operators: undefined, encode: undefined, compute: undefined },
    ...{ needs: [], members: undefined },
  };
  const attribute = { name: name.slice(1), from: name, schema: anything, ...no, ...none, place: undefined };
  return resolveColumn(`${where}.${name}`, attribute, given, database);
}
