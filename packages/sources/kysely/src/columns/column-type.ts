/** The kinds of values that columns hold, as far as the sources treat them differently. */
export type ColumnKind =
  | 'text'
  | 'integer'
  | 'numeric'
  | 'float'
  | 'boolean'
  | 'uuid'
  | 'date'
  | 'timestamp'
  | 'json'
  | 'binary'
  | 'array'
  /** A value with parts, of which a driver can make an object: an interval, or a geometry. */
  | 'structure'
  | 'other';

/**
 * The form of values in records: an array, bytes as a string in base64, an instant in UTC, or a local time, which does not end with
 * `Z`. A database without a type for the form stores a string: that of the JSON of an array, or of a time.
 */
export type ColumnForm = 'array' | 'base64' | 'instant' | 'local';

/** The values that a column can contain. */
export interface ColumnType {
  readonly kind: ColumnKind;
  /** The least and the greatest value of an integer. */
  readonly range?: readonly [least: bigint, greatest: bigint];
  /** Bytes of each value of a binary type of one length. */
  readonly bytes?: number;
  /** Characters of a string. */
  readonly maxLength?: number;
  /** Whether a string has spaces at its end up to its length. */
  readonly isPadded?: true;
  /** Bytes of a string in UTF-8, or the most bytes of a binary type. */
  readonly maxBytes?: number;
  /** Matches the strings of the character set of the column. Absent for all strings. */
  readonly characters?: RegExp;
  /** Whether a value of JSON is not stored as its text. */
  readonly isBinary?: true;
  /** Whether SQLite makes a number of a string that looks like one, because it does not know the type. */
  readonly makesNumbers?: true;
  /** All digits of a decimal number, and those after the point. Absent for a number of any length. */
  readonly digits?: readonly [all: number, fraction: number];
  /** The greatest number of a floating-point type of 4 bytes. */
  readonly greatest?: number;
  /** Digits of the fraction of a second of a timestamp. Absent for 6. */
  readonly fraction?: number;
  /** Whether a timestamp has no time zone in the database, and so contains UTC. Absent for one that has. */
  readonly isLocal?: true;
  /** The type of the elements of an array. */
  readonly of?: ColumnType;
  /** The declared dimensions of an array, if there are several. PostgreSQL does not enforce them. */
  readonly dimensions?: number;
  /** The form of values in records, if the kind has several, or the database has no type for it. */
  readonly form?: ColumnForm;
}

function bits(count: number): ColumnType {
  const half = 2n ** BigInt(count - 1);
  return { kind: 'integer', range: [-half, half - 1n] };
}

/** The types of columns, and the first words of their names. `text64k` is the type `text` of MySQL. */
const named: readonly (readonly [ColumnType, string])[] = [
  [{ kind: 'text' }, 'text varchar character char bpchar citext nvarchar clob longtext'],
  // PostgreSQL cuts longer values without an error.
  [{ kind: 'text', maxBytes: 63 }, 'name'],
  [{ kind: 'text', maxBytes: 1 }, '"char"'],
  [{ kind: 'text', maxBytes: 255 }, 'tinytext'],
  [{ kind: 'text', maxBytes: 2 ** 16 - 1 }, 'text64k'],
  [{ kind: 'text', maxBytes: 2 ** 24 - 1 }, 'mediumtext'],
  [bits(8), 'tinyint'],
  [bits(16), 'smallint int2'],
  [bits(24), 'mediumint'],
  [bits(32), 'int integer int4 serial'],
  [bits(64), 'bigint int8 bigserial'],
  [{ kind: 'numeric' }, 'numeric decimal'],
  [{ kind: 'float', greatest: 3.402_823_466_385_288_6e38 }, 'real float4'],
  [{ kind: 'float' }, 'float double float8'],
  [{ kind: 'boolean' }, 'boolean bool'],
  [{ kind: 'uuid' }, 'uuid'],
  [{ kind: 'date' }, 'date'],
  [{ kind: 'timestamp', isLocal: true }, 'timestamp datetime'],
  [{ kind: 'timestamp' }, 'timestamptz'],
  [{ kind: 'json' }, 'json'],
  [{ kind: 'json', isBinary: true }, 'jsonb'],
  [{ kind: 'binary' }, 'bytea binary varbinary longblob'],
  [{ kind: 'binary', maxBytes: 255 }, 'tinyblob'],
  [{ kind: 'binary', maxBytes: 2 ** 16 - 1 }, 'blob'],
  [{ kind: 'binary', maxBytes: 2 ** 24 - 1 }, 'mediumblob'],
  [{ kind: 'structure' }, 'interval point circle'],
];

const types = new Map(named.flatMap(([type, names]) => names.split(' ').map((name) => [name, type] as const)));

const PADDED = /^\s*(?:char|character|bpchar)\s*\(/i;

function timestampType(type: ColumnType, text: string, fraction: string | undefined): ColumnType {
  const precise = fraction === undefined ? {} : { fraction: Number(fraction) };
  return { ...(/with time zone/i.test(text) ? { kind: type.kind } : type), ...precise };
}

/** Returns the type of an array, such as `integer[3][]`; undefined for the name of another type. */
function arrayType(text: string, dimensions = 1): ColumnType | undefined {
  const name = text.trimEnd();
  if (!name.endsWith(']')) return undefined;
  const element = name.slice(0, Math.max(name.lastIndexOf('['), 0));
  const own = { kind: 'array', of: parseColumnType(element), ...(dimensions > 1 && { dimensions }) } as const;
  return arrayType(element, dimensions + 1) ?? own;
}

/** Reads the name of a type as SQL writes it, such as `varchar(40)`, `numeric(8, 2)` or `integer`. */
export function parseColumnType(text: string): ColumnType {
  const [, name = '', first, second] =
    /^\s*("char"|[a-z0-9_]+)(?:(?: [a-z ]*)?\(\s*(\d+)\s*(?:,\s*(\d+)\s*)?\))?/i.exec(text) ?? [];
  const known = types.get(name.toLowerCase());
  const array = arrayType(text);
  if (array !== undefined) return array;
  if (known === undefined) return { kind: 'other' };
  if (known.kind === 'timestamp') return timestampType(known, text, first);
  if (known.kind === 'text' && first !== undefined)
    return { ...known, maxLength: Number(first), ...(PADDED.test(text) && { isPadded: true }) };
  if (name.toLowerCase() === 'binary') return { ...known, bytes: Number(first ?? 1) };
  if (known.kind === 'binary' && first !== undefined) return { ...known, maxBytes: Number(first) };
  if (known.kind === 'numeric' && first !== undefined)
    return { ...known, digits: [Number(first), Number(second ?? 0)] };
  if (known.range !== undefined && /unsigned/i.test(text)) {
    const [least, greatest] = known.range;
    return { ...known, range: [0n, greatest - least] };
  }
  return known;
}

/** Returns `idType` of the mapping of an id of one column. */
export function idTypeOf(type: ColumnType | undefined): 'integer' | 'text' {
  return type?.kind === 'integer' ? 'integer' : 'text';
}

/** Whether a column has integers that a number of JavaScript does not hold exactly. */
export function isLarge(type: ColumnType | undefined): boolean {
  return type?.range !== undefined && type.range[1] > BigInt(Number.MAX_SAFE_INTEGER);
}
