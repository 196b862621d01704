import { describeValue } from '@linkage/core/internal';
import type { ColumnForm, ColumnType } from '../columns/column-type.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import type { ColumnMapping } from './column-mapping.ts';

/** A form: the function that declares it, and what a column of a database with a type for it must have. */
interface Form {
  readonly by: string;
  readonly requires: string;
  /** The type of a column that no database schema contains. A column of the database schema fits if it has this kind, and no time zone if this one has none. */
  readonly unknown: ColumnType;
}

const forms: Readonly<Record<ColumnForm, Form>> = {
  array: {
    by: 'arrayColumn',
    requires: 'a column of arrays, or of JSON in a database without arrays',
    unknown: { kind: 'array', of: { kind: 'text' } },
  },
  base64: {
    by: 'base64Column',
    requires: 'a column of bytes',
    unknown: { kind: 'binary' },
  },
  instant: {
    by: 'instantColumn',
    requires: 'a column of dates with times',
    unknown: { kind: 'timestamp' },
  },
  local: {
    by: 'localDateTimeColumn',
    requires: 'a column without a time zone',
    unknown: { kind: 'timestamp', isLocal: true },
  },
};

/** Whether a database stores a form in columns of other types: as a string of JSON, or as whatever SQLite stores. */
function isStoredAsText(form: ColumnForm, { kind }: ColumnType, { hasArrays, values }: SqlDialect): boolean {
  if (values.isLoose) return true;
  return !hasArrays && form === 'array' && (kind === 'json' || kind === 'text');
}

/** Returns the type that a column without a database schema has if its values have a form. */
function unknownType(form: ColumnForm, { hasArrays, hasZones }: SqlDialect): ColumnType {
  if (form === 'array' && !hasArrays) return { kind: 'text' };
  return form === 'instant' && !hasZones ? forms.local.unknown : forms[form].unknown;
}

/**
 * Returns the type of a column with the form of its values.
 *
 * @throws {TypeError} If the form is unknown, or the type of the column cannot have it.
 */
export function formedType(
  where: string,
  { form, column = '', decode, encode }: Pick<ColumnMapping, 'form' | 'column' | 'decode' | 'encode'>,
  type: ColumnType | undefined,
  dialect: SqlDialect,
): ColumnType | undefined {
  if (form === undefined) {
    const isOwn = decode !== undefined || encode !== undefined;
    return type?.kind === 'binary' && !isOwn ? { ...type, form: 'base64' } : type;
  }
  if (!Object.hasOwn(forms, form))
    throw new TypeError(
      `${where}: \`form\` must be one of ${Object.keys(forms).join(', ')}, but it is ${describeValue(form)}.`,
    );
  const { by, requires, unknown } = forms[form];
  const own = type ?? unknownType(form, dialect);
  const fits = own.kind === unknown.kind && (unknown.isLocal !== true || own.isLocal === true);
  if (fits) return form === 'array' ? own : { ...own, form };
  if (isStoredAsText(form, own, dialect)) return { ...unknown, form };
  const isZoned = form === 'local' && own.kind === 'timestamp';
  const named = column === '' ? 'the column' : `"${column}"`;
  throw new TypeError(
    `${where}: \`${by}\` requires ${requires}, but the type of ${named} ${isZoned ? 'has one' : 'is another'}.`,
  );
}
