import type { MemberPlace } from '@linkage/core/internal';
import type { ColumnType } from '../columns/column-type.ts';

/**
 * Returns the SQL of a member in a column of JSON: NULL if it is absent, has another type, or cannot be read. An index can contain the same
 * expression.
 */
export type MemberSql = (column: string, place: MemberPlace, type: ColumnType | undefined) => string;

/** The attribute of a member, and its SQL for a column of the table. */
export interface MemberText {
  readonly attribute: string;
  readonly textOf: (column: string) => string;
}

/** Writes a string of the declaration. Names of members contain neither quotes nor backslashes. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const pathOf = ({ path }: MemberPlace): string =>
  literal(`$${path.map((name) => `.${JSON.stringify(name)}`).join('')}`);

/** SQLite. */
export const memberByPath: MemberSql = (column, place) => {
  const path = pathOf(place);
  const types = { string: "'text'", number: "'integer', 'real'", boolean: "'true', 'false'" }[place.type];
  return `case when json_valid(${column}) and json_type(${column}, ${path}) in (${types}) then json_extract(${column}, ${path}) end`;
};

/**
 * The SQL before and after a column that contains the text of JSON, for the condition that PostgreSQL can read it: every function fails if a
 * string in it has U+0000, or half of a surrogate pair. After two backslashes are replaced, each `\u` begins an escape.
 */
export const readableJson: { readonly before: string; readonly after: string } = {
  before: 'replace(cast(',
  after: String.raw` as text), '\\', ' ') !~* '\\u(0000|d[89ab]..(?!\\ud[c-f])|(?<!\\ud[89ab]..\\u)d[c-f])'`,
};

/** PostgreSQL. It can read every value of `jsonb`. The text of `json` can contain strings and numbers that it cannot read. */
export const memberByOperators: MemberSql = (column, place, type) => {
  const isBinary = type?.isBinary === true;
  const json = isBinary ? column : `cast(${column} as json)`;
  const names = place.path.map(literal);
  const member = [json, ...names].join(' -> ');
  const text = `${[json, ...names.slice(0, -1)].join(' -> ')} ->> ${names.at(-1)}`;
  const number = `cast(${text} as numeric)`;
  const value = {
    string: text,
    number: isBinary
      ? number
      : `case when length(${text}) < 1000 and ${text} !~* 'e[+-]?0*[1-9][0-9]{4}' then ${number} end`,
    boolean: `cast(${text} as boolean)`,
  }[place.type];
  const own = `case when ${isBinary ? 'jsonb' : 'json'}_typeof(${member}) = '${place.type}' then ${value} end`;
  return isBinary ? own : `case when ${readableJson.before}${column}${readableJson.after} then ${own} end`;
};

/** MySQL and MariaDB. */
export const memberByFunctions: MemberSql = (column, place) => {
  const member = `json_extract(${column}, ${pathOf(place)})`;
  const types = {
    string: "'STRING'",
    number: "'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'DECIMAL'",
    boolean: "'BOOLEAN'",
  }[place.type];
  const value = {
    string: `json_unquote(${member})`,
    number: `cast(json_unquote(${member}) as double)`,
    boolean: `${member} = true`,
  }[place.type];
  return `case when json_type(${member}) in (${types}) then ${value} end`;
};
