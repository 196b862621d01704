import { listNames, suggestName, usageError } from '@linkage/core/internal';
import type { DatabaseSchema } from '@linkage/kysely';
import { isIn, tableNameOf } from '../model/chosen-tables.ts';
import { isNamed } from '../model/drafted-value.ts';
import type { DraftOptions } from '../model/model.ts';
import { optionText } from '../names/option-text.ts';

/** An option with a string, and one without a value, for `parseArgs`. */
export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;

/** The options that choose tables, for `parseArgs`. */
export const choiceOptions = {
  schema: { type: 'string' },
  table: { type: 'string', multiple: true },
  except: { type: 'string', multiple: true },
  roles: { type: 'string' },
} as const;

/** The options of a draft, for `parseArgs`. */
export const draftOptions = {
  schema: { type: 'string' },
  table: { type: 'string', multiple: true },
  except: { type: 'string', multiple: true },
  roles: { type: 'string' },
  type: { type: 'string', multiple: true },
  show: { type: 'string', multiple: true },
  key: { type: 'string', multiple: true },
  function: { type: 'string', multiple: true },
  names: { type: 'string' },
  strip: { type: 'string' },
  filter: { type: 'string' },
  guess: { type: 'boolean' },
  numbers: { type: 'boolean' },
} as const;

/** The value of an option of `parseArgs`. */
type ValueOf<Option> = Option extends { readonly multiple: true }
  ? readonly string[]
  : Option extends { readonly type: 'string' }
    ? string
    : boolean;

/** The values of `draftOptions`. */
export type DraftArguments = {
  readonly [Name in keyof typeof draftOptions]?: ValueOf<(typeof draftOptions)[Name]> | undefined;
};

/** Writes options again, for a command that reads the same part of the database. */
export function optionsText(
  values: DraftArguments,
  names = Object.keys(draftOptions) as readonly (keyof DraftArguments)[],
): string {
  const given = names.flatMap((name) => [values[name] ?? []].flat().map((value) => [name, value] as const));
  return given.map(([name, value]) => (value === true ? ` --${name}` : ` ${optionText(name, String(value))}`)).join('');
}

const styles = ['short', 'stable', 'database'] as const;
const filters = ['indexed', 'all', 'none'] as const;

/** Returns an option that must be one of several strings. */
export function choose<Choice extends string>(name: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find((it) => it === given);
  if (found === undefined) throw usageError(`--${name} must be one of ${choices.join(', ')}, but it is "${given}".`);
  return found;
}

/** Returns the parts of a string with commas. */
export function listOf(text: string): readonly string[] {
  return text.split(',').map((it) => it.trim());
}

function keysOf(strings: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const entries = strings.map((text) => {
    const [table = '', columns] = text.split('=');
    if (table === '' || columns === undefined || columns === '')
      throw usageError(`--key must be a table and its columns, such as film_list=fid, but it is "${text}".`);
    return [table, listOf(columns)] as const;
  });
  return Object.fromEntries(entries);
}

/** Assures that a value of an option names something that exists. */
function assertFound(
  option: string,
  value: string,
  isFound: boolean,
  names: readonly string[],
  what: string,
  said = value,
): void {
  if (isFound) return;
  const list = names.length === 0 ? `There are no ${what}.` : `The ${what} are ${listNames(names)}.`;
  throw usageError(`--${option} ${value} matches nothing.${suggestName(said, names)} ${list}`);
}

/** Assures that each option that names schemas, tables, or columns matches one: a name with a mistake would serve what was to be left out. */
function assertNames(values: DraftArguments, schemas: readonly string[], databaseSchema: DatabaseSchema): void {
  const { table = [], except = [], type = [], show = [], key = [], strip } = values;
  const everyTable = [...new Set(databaseSchema.tables.values())];
  const known = [...new Set(everyTable.map((it) => it.schema))].sort();
  if (values.schema !== undefined)
    for (const schema of schemas) assertFound('schema', schema, known.includes(schema), known, 'schemas');
  const tables = everyTable.filter((it) => schemas.includes(it.schema));
  const names = tables.map((it) => tableNameOf(databaseSchema, it));
  for (const [option, patterns] of Object.entries({ table, except, type }))
    for (const pattern of patterns) {
      const isFound = tables.some((it) => isIn(it, [pattern]));
      assertFound(option, pattern, isFound, names, 'tables');
    }
  const assertColumn = (option: string, value: string, name: string, column: string | undefined): void => {
    const own = tables.find((it) => isNamed(it, [name]));
    assertFound(option, value, own !== undefined, names, 'tables');
    // Only functions of a row can be shown of what a table does not list.
    const hidden = [...(own?.hidden ?? [])].flatMap(([it, { generated }]) =>
      option === 'key' || generated !== undefined ? [it] : [],
    );
    const columns = [...(own?.columns.keys() ?? []), ...hidden];
    assertFound(option, value, column === undefined || columns.includes(column), columns, `columns of ${name}`, column);
  };
  for (const value of show) {
    // The name of a column can contain a dot.
    const own = tables.find((it) => [...it.columns.keys()].some((column) => isNamed(it, [value], column)));
    if (own !== undefined || tables.some((it) => isNamed(it, [value]))) continue;
    const dot = value.lastIndexOf('.');
    const name = dot === -1 ? value : value.slice(0, dot);
    assertColumn('show', value, name, dot === -1 ? undefined : value.slice(dot + 1));
  }
  for (const [name, columns] of Object.entries(keysOf(key)))
    for (const column of columns) assertColumn('key', `${name}=${column}`, name, column);
  if (strip === undefined) return;
  const isStripped = tables.some((it) => it.name.toLowerCase().startsWith(strip.toLowerCase()));
  assertFound('strip', strip, isStripped, names, 'tables');
}

/**
 * Reads the options of a draft.
 *
 * @param usual The schemas of the draft unless an option names others.
 */
export function readDraftArguments(
  values: DraftArguments,
  usual: readonly string[],
  databaseSchema: DatabaseSchema,
): Omit<DraftOptions, 'database' | 'schemas'> & { readonly schemas: readonly string[] } {
  const { table, except, type: types, show, key = [], names = 'short', strip, filter = 'indexed' } = values;
  const schemas = values.schema === undefined ? usual : listOf(values.schema);
  assertNames(values, schemas, databaseSchema);
  return {
    schemas,
    tables: table,
    except,
    types,
    show,
    keys: keysOf(key),
    names: choose('names', names, styles),
    strip,
    filter: choose('filter', filter, filters),
    guess: values.guess,
    numbers: values.numbers,
  };
}
