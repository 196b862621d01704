import { filterOperators } from '@linkage/core/internal';
import type { DatabaseTable } from '@linkage/kysely';
import type { DraftSearch } from './draft-value.ts';
import { secrecyOf } from './drafted-value.ts';
import type { DraftAttribute, DraftOptions } from './model.ts';

/** The calls that make words of strings in one language, and all calls. */
const WORDS = /\bto_tsvector\('(\w+(?:\.\w+)?)'::regconfig,/g;
const ALL_WORDS = /\bto_tsvector\(/g;
/** Parts of an expression that are not names of columns: strings, types, and the names of functions. */
const OTHERS = /'(?:[^']|'')*'|::(?:"[^"]*"|\w+)(?: varying)?|\b\w+\(/g;
const NAME = /"([^"]+)"|\b[\p{L}_][\p{L}\p{N}_$]*/gu;

/** Returns what the expression of a generated column of words says: the language, and the columns of the strings. */
function wordsIn(
  expression: string,
  { columns }: DatabaseTable,
): DraftSearch['mapping'] & { covers: readonly string[] } {
  const languages = new Set(Array.from(expression.matchAll(WORDS), ([, language]) => String(language)));
  const isKnown = languages.size === 1 && expression.match(WORDS)?.length === expression.match(ALL_WORDS)?.length;
  const names = Array.from(expression.replace(OTHERS, ' ').matchAll(NAME), ([name, quoted]) => quoted ?? name);
  return { language: String([...languages][0]), covers: isKnown ? names.filter((it) => columns.has(it)) : [] };
}

/** Returns the indexes of words: the columns that contain them, and the columns of the strings. */
function indexedWords(table: DatabaseTable, { database, filter, isSmall }: DraftOptions): readonly DraftSearch[] {
  const { indexes = [], columns } = table;
  if (database === 'mysql')
    return indexes.flatMap((index) => {
      const covers = index.columns.filter((it) => it !== null);
      const mapping = covers.length === 1 ? undefined : { columns: covers };
      return index.method === 'fulltext' ? [{ mapping, covers }] : [];
    });
  const isUsed = (name: string): boolean =>
    filter === 'all' ||
    isSmall?.(table) === true ||
    indexes.some(({ method, isPartial, columns: [first] }) => /^gi/.test(method) && !isPartial && first === name);
  return [...columns].flatMap(([name, { typeName, generated, expression = '' }]) => {
    if (typeName !== 'tsvector' || generated === undefined || !isUsed(name)) return [];
    const { language, covers } = wordsIn(expression, table);
    return [{ mapping: { columns: [name], language: String(language) }, covers: [...new Set(covers)] }];
  });
}

/**
 * Returns the searches of a table by the column of their attribute: the first text of an index of words. There is none if clients cannot read one of the
 * strings, or the index does not say which strings it contains.
 */
export function searchesOf(table: DatabaseTable, options: DraftOptions): ReadonlyMap<string, DraftSearch> {
  const { filter, hasRight = () => true, valuesOf } = options;
  if (filter === 'none' || valuesOf !== undefined) return new Map();
  const isShown = (name: string): boolean =>
    table.columns.get(name)?.type.kind === 'text' &&
    secrecyOf(table, name, options) === undefined &&
    hasRight('select', table, name);
  const found = indexedWords(table, options).filter(({ covers }) => covers.length > 0 && covers.every(isShown));
  // The first index decides: it can be the one of the attribute alone.
  return new Map(
    found.toSorted((one, other) => other.covers.length - one.covers.length).map((it) => [String(it.covers[0]), it]),
  );
}

/** Returns the filter of an attribute whose words requests find, too. */
export function withSearch(filter: DraftAttribute['filter']): DraftAttribute['filter'] {
  const others = filter === true ? filterOperators.filter((it) => it !== 'has' && it !== 'search') : filter || [];
  return [...others, 'search'];
}
