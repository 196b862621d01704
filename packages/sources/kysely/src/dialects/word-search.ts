import { wordsOf } from '@linkage/core/internal';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Where the operator `search` looks for words: by default, in the column of its attribute. */
export interface SearchMapping {
  /**
   * The columns of the index: one of the type `tsvector` in PostgreSQL, and those of a `fulltext` index in MariaDB and MySQL. Clients then find words of
   * all these columns. Default: the column of the attribute.
   */
  readonly columns?: readonly string[];
  /**
   * The configuration of PostgreSQL that changes words to their base forms, such as `english`. Other databases have no such option. Default: `simple` for a
   * text, and `default_text_search_config` for a `tsvector`.
   */
  readonly language?: string;
  /** The table of FTS5 in SQLite that contains the words. Its `rowid` is that of the row. Other databases have no such table. */
  readonly table?: string;
}

/** The place of the words of an attribute, with the names of statements. */
export interface SearchedPlace extends Omit<SearchMapping, 'columns'> {
  readonly columns: readonly string[];
  /** Whether the column contains the words themselves: a `tsvector`. */
  readonly isVector: boolean;
  /** Whether an index contains exactly these columns; undefined without a database schema. */
  readonly isIndexed: boolean | undefined;
}

/** How a database finds the rows whose strings contain all words of another. */
export interface WordSearch {
  /** Returns the condition on a row, whose text is in a column. */
  readonly match: (
    text: string,
    slot: (value: unknown) => unknown,
  ) => (column: Sql, alias: string) => RawBuilder<SqlBool>;
  /** Returns what an index contains that finds the words, with the names of the database schema. Undefined if the database requires the index. */
  readonly indexed?: (stored: (column: string) => string) => string;
}

/** Returns the search in a place, or what the place lacks, as the end of a sentence. */
export type WordSearchOf = (place: SearchedPlace) => WordSearch | string;

const quotedWords = (text: string): readonly string[] => wordsOf(text).map((word) => `"${word}"`);

/** PostgreSQL. Its parser splits both strings, so no sign of a client is an operator. */
export const searchByVector: WordSearchOf = ({ columns, isVector, language }) => {
  if (language !== undefined && !/^\w+(?:\.\w+)?$/.test(language))
    return '`search.language` must be the name of a configuration, such as `english`';
  if (columns.length > 1) return '`search.columns` must contain one column of the type `tsvector`';
  const config = language ?? (isVector ? undefined : 'simple');
  const before = config === undefined ? sql`` : sql.raw(`cast('${config}' as regconfig), `);
  return {
    match(text, slot) {
      const wanted = slot(text.replaceAll('\u0000', ' '));
      return (column, alias) => {
        const [stored = column] = columns.map((name) => sql.id(alias, name));
        const words = isVector ? stored : sql`to_tsvector(${before}cast(${stored} as text))`;
        return sql<SqlBool>`${words} @@ plainto_tsquery(${before}cast(${wanted} as text))`;
      };
    },
    indexed(stored) {
      const column = columns.map(stored).join();
      return isVector ? column : `to_tsvector('${config}', ${column})`;
    },
  };
};

/** MySQL and MariaDB, which search only in the columns of an index. Words in quotation marks contain no operators. */
export const searchByMatch: WordSearchOf = ({ columns, isIndexed }) => {
  if (columns.length === 0 || isIndexed === false)
    return `a \`fulltext\` index must contain exactly the searched columns (${columns.join(', ')}). Create it, or name its columns in \`search.columns\``;
  return {
    match(text, slot) {
      const wanted = slot(
        quotedWords(text)
          .map((word) => `+${word}`)
          .join(' '),
      );
      return (_, alias) =>
        sql<SqlBool>`match (${sql.join(columns.map((name) => sql.id(alias, name)))}) against (${wanted} in boolean mode)`;
    },
  };
};

/** SQLite, in a table of FTS5. Words in quotation marks contain no operators. */
export const searchByTable: WordSearchOf = ({ table }) => {
  if (table === undefined) return 'SQLite searches in a table of FTS5 only. Name it in `search.table`';
  return {
    match(text, slot) {
      const wanted = slot(quotedWords(text).join(' '));
      return (_, alias) =>
        sql<SqlBool>`${sql.id(alias, 'rowid')} in (select rowid from ${sql.table(table)}(${wanted}))`;
    },
  };
};
