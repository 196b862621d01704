import { singularWords } from '../names/inflect.ts';
import { camelCase, wordsOf } from '../names/words.ts';
import { writeBy } from './allowed-writes.ts';
import { tableWords } from './draft-names.ts';
import { secrecyOf } from './drafted-value.ts';
import type { DraftNote, DraftOptions } from './model.ts';
import type { GrowingType } from './relationships.ts';
import { type TypedPair, typedPairs } from './unlinked-columns.ts';

const textOf = (words: readonly string[]): string => singularWords(words).join(' ');

/** A pair of columns that becomes a relationship with several target types. */
export interface TypedLink extends TypedPair {
  readonly source: GrowingType;
  /** The target types by the values of the type column. */
  readonly targets: ReadonlyMap<string, GrowingType>;
}

/** Returns the words of a value that names a table, such as `App\\Models\\Film`, `Blog::Post`, and `films`. */
function wordsOfValue(value: string): readonly string[] {
  return wordsOf(value.split(/[\\:./]/).at(-1) ?? '');
}

/** Whether the ids of a target are values of the column. */
function hasIdOf(source: GrowingType, column: string, { chosen: { key, table } }: GrowingType): boolean {
  const [id = '', ...others] = key;
  return others.length === 0 && table.columns.get(id)?.type.kind === source.chosen.table.columns.get(column)?.type.kind;
}

/**
 * Returns the pairs of columns whose values name types of the draft, by `sample`, and notes on the values of other pairs.
 *
 * @param linked The columns of relationships, by type.
 */
export function typedLinks(
  types: readonly GrowingType[],
  linked: (type: GrowingType) => ReadonlySet<string>,
  options: DraftOptions,
): { readonly links: readonly TypedLink[]; readonly notes: readonly DraftNote[] } {
  const { sample } = options;
  const notes: DraftNote[] = [];
  if (sample === undefined) return { links: [], notes };
  const byName = new Map(types.map((type) => [textOf(tableWords(type.chosen, options)), type]));
  const links = types.flatMap((source) => {
    const { table, tableName, key } = source.chosen;
    if (table.kind !== 'table') return [];
    const isClosed = (name: string): boolean => {
      const known = table.columns.get(name);
      const isHidden = secrecyOf(table, name, options) !== undefined;
      return isHidden || key.includes(name) || linked(source).has(name) || known?.generated !== undefined;
    };
    return typedPairs([...table.columns.keys()]).flatMap((pair): readonly TypedLink[] => {
      if (isClosed(pair.column) || isClosed(pair.typeColumn)) return [];
      const values = sample(table, pair.typeColumn) ?? [];
      const targets = new Map<string, GrowingType>();
      for (const value of values) {
        const target = byName.get(textOf(wordsOfValue(value)));
        if (target !== undefined && hasIdOf(source, pair.column, target)) targets.set(value, target);
      }
      const others = values.filter((value) => !targets.has(value));
      const isUnique = new Set(targets.values()).size === targets.size;
      const note = { table: tableName, column: pair.column };
      if (targets.size > 0 && others.length === 0 && isUnique) {
        const text = `references ${[...targets.values()].map(({ name }) => name).join(', ')} by the values of ${pair.typeColumn}`;
        notes.push({ ...note, kind: 'guessed', text });
        return [{ ...pair, source, targets }];
      }
      const text =
        values.length === 0
          ? `${pair.typeColumn} has no values, or too many, which could say what it references`
          : `not every value of ${pair.typeColumn} is the name of one table: ${others.slice(0, 5).join(', ')}`;
      notes.push({ ...note, kind: 'guessed', text });
      return [];
    });
  });
  return { links, notes };
}

/** Adds the relationships of pairs of columns. */
export function addTyped(links: readonly TypedLink[], notes: DraftNote[], options: DraftOptions): void {
  for (const { source, stem, column, typeColumn, targets } of links) {
    const { names, relationships, chosen } = source;
    const name = names.take([camelCase(stem), camelCase([...stem, 'reference'])]);
    if (name === undefined) {
      notes.push({ table: chosen.tableName, column, kind: 'left out', text: 'all of its names are taken' });
      continue;
    }
    const types = Object.fromEntries([...targets].map(([value, type]) => [type.name, value]));
    const [target = '', ...others] = Object.keys(types);
    const isNullable = [column, typeColumn].some((it) => chosen.table.columns.get(it)?.nullable !== false);
    relationships.push({
      ...{ name, kind: 'to-one', target, inverse: undefined, required: !isNullable, filter: false },
      write: writeBy(options, chosen.table, [column, typeColumn], false),
      targets: [target, ...others],
      storage: { column, typeColumn, types },
    });
  }
}
