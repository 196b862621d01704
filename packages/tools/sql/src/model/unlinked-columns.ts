import { singularWords } from '../names/inflect.ts';
import { camelCase, wordsOf } from '../names/words.ts';
import type { ChosenTable } from './chosen-tables.ts';
import { tableWords } from './draft-names.ts';
import { secrecyOf } from './drafted-value.ts';
import { type Link, linkOf } from './links.ts';
import type { DraftAttribute, DraftNote, DraftOptions } from './model.ts';
import type { GrowingType } from './relationships.ts';

/** The words of a column before `id`; undefined if it does not end with it. */
function stemOf(column: string): readonly string[] | undefined {
  const words = wordsOf(column);
  return words.length > 1 && words.at(-1) === 'id' ? words.slice(0, -1) : undefined;
}

/** A column with ids, and the one that says which table each id is of, such as `subject_id` and `subject_type`. */
export interface TypedPair {
  readonly stem: readonly string[];
  readonly column: string;
  readonly typeColumn: string;
}

/** Returns the pairs of columns that may reference several tables. */
export function typedPairs(columns: readonly string[]): readonly TypedPair[] {
  return columns.flatMap((column) => {
    const stem = stemOf(column);
    const type = stem && [...stem, 'type'].join(' ');
    const typeColumn = columns.find((it) => wordsOf(it).join(' ') === type);
    return stem === undefined || typeColumn === undefined ? [] : [{ stem, column, typeColumn }];
  });
}

const textOf = (words: readonly string[]): string => singularWords(words).join(' ');

/** Returns a function that returns what a column of a table may reference by its name. */
function referencesBetween(tables: readonly ChosenTable[], options: DraftOptions) {
  const targets = new Map(tables.map((it) => [textOf(tableWords(it, options)), it]));
  return (column: string, beside: readonly string[]): ChosenTable | 'several' | undefined => {
    const stem = stemOf(column);
    if (stem === undefined) return undefined;
    const type = [...stem, 'type'].join(' ');
    return beside.some((it) => wordsOf(it).join(' ') === type) ? 'several' : targets.get(textOf(stem));
  };
}

/** Says how to declare a pair of columns by hand. */
function typedText(column: string, columns: readonly string[]): string {
  const { typeColumn, stem } = typedPairs(columns).find((it) => it.column === column) as TypedPair;
  const name = camelCase(stem);
  return `may reference several tables, which \`draft --sample\` reads: ${name}: toOne(['…']) and, in sources.ts, ${name}: { column: '${column}', typeColumn: '${typeColumn}', types: { … } }`;
}

/**
 * Returns notes on columns that may reference other tables, although the database has no foreign key: their names are those of a table with
 * `id`, or a column with `type` is beside them. They are not guessed to be relationships.
 */
export function unlinkedColumns(
  fields: ReadonlyMap<GrowingType, { readonly attributes: readonly DraftAttribute[] }>,
  options: DraftOptions,
): readonly DraftNote[] {
  const referenceOf = referencesBetween(
    [...fields.keys()].map(({ chosen }) => chosen),
    options,
  );
  return [...fields].flatMap(([{ chosen }, { attributes }]) => {
    const columns = attributes.map(({ column }) => column);
    return columns.flatMap((column): readonly DraftNote[] => {
      if (chosen.table.kind !== 'table' || chosen.key.includes(column)) return [];
      const target = referenceOf(column, columns);
      if (target === undefined) return [];
      const text =
        target === 'several' ? typedText(column, columns) : `may reference ${target.tableName}, but has no foreign key`;
      return [{ table: chosen.tableName, column, kind: 'missing', text }];
    });
  });
}

/**
 * Returns the relationships that the names of columns say, for `guess`: `film_id` references the table `film` without a foreign key, with values of
 * the same kind.
 *
 * @param links The foreign keys of the database, whose columns are not guessed.
 */
export function guessedLinks(
  chosen: readonly ChosenTable[],
  links: readonly Link[],
  options: DraftOptions,
): readonly Link[] {
  const referenceOf = referencesBetween(chosen, options);
  const linked = Map.groupBy(links, ({ source }) => source);
  return chosen.flatMap((source) => {
    const { table, key } = source;
    if (table.kind !== 'table') return [];
    const known = [...(table.foreignKeys ?? []), ...(linked.get(source) ?? [])].flatMap(({ columns }) => columns);
    const closed = new Set([...known, ...(key.length === 1 ? key : [])]);
    return [...table.columns].flatMap(([column, facts]): readonly Link[] => {
      if (closed.has(column) || secrecyOf(table, column, options) !== undefined) return [];
      const target = referenceOf(column, [...table.columns.keys()]);
      if (target === undefined || target === 'several' || target.table.kind !== 'table') return [];
      const [id = '', ...others] = target.key;
      if (others.length > 0 || target.table.columns.get(id)?.type.kind !== facts.type.kind) return [];
      return [linkOf(source, target, { columns: [column], references: [id] })].filter((it) => it !== undefined);
    });
  });
}
