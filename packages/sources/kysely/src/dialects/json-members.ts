import type { MemberPlace } from '@linkage/core/internal';

/** Returns the SQL of a member in a column of JSON: NULL if it is absent, or has another type. An index can contain the same expression. */
export type MemberSql = (column: string, place: MemberPlace) => string;

/** The attribute of a member, and its SQL for a column of the table. */
export interface MemberText {
  readonly attribute: string;
  readonly textOf: (column: string) => string;
}

/** Writes a text of the declaration. Names of members contain neither quotes nor backslashes. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const pathOf = ({ path }: MemberPlace): string =>
  literal(`$${path.map((name) => `.${JSON.stringify(name)}`).join('')}`);

/** SQLite. */
export const memberByPath: MemberSql = (column, place) => {
  const path = pathOf(place);
  const types = { string: "'text'", number: "'integer', 'real'", boolean: "'true', 'false'" }[place.type];
  return `case when json_valid(${column}) and json_type(${column}, ${path}) in (${types}) then json_extract(${column}, ${path}) end`;
};

/** PostgreSQL. */
export const memberByOperators: MemberSql = (column, place) => {
  const json = `cast(${column} as jsonb)`;
  const names = place.path.map(literal);
  const member = [json, ...names].join(' -> ');
  const value = {
    string: `${[json, ...names.slice(0, -1)].join(' -> ')} ->> ${names.at(-1)}`,
    number: `cast(${member} as numeric)`,
    boolean: `cast(${member} as boolean)`,
  }[place.type];
  return `case when jsonb_typeof(${member}) = '${place.type}' then ${value} end`;
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
