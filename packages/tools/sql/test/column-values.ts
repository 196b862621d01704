/** Every type of column that the database schemas know, with values as its own input function reads them, for `round-trip.test.ts`. */
import type { DatabaseName } from '../../../sources/kysely/test/databases.ts';
import type { DatabaseKind } from '../src/model/model.ts';

/** A type of column, and values as SQL. */
type TypedValues = readonly [type: string, ...values: readonly string[]];

const json = `'{}' '[]' '[1]' '"text"' '"5"' '5' 'true' '{"a": {"b": [1, null, "x"]}}' '{"n": 9007199254740993}' '[0.1, 1.10, 12345678901234567890.5]'`;
const list = (strings: string): readonly string[] => strings.match(/'[^']*'/g) ?? [];

const postgres: readonly TypedValues[] = [
  ['text', "'a'", "''", "' b '"],
  ['varchar(5)', "'ab'", "'ab   '"],
  ['char(5)', "'ab'", "''"],
  ['"char"', "'a'"],
  ['name', "'n'"],
  ['smallint', "'-32768'", "'7'"],
  ['integer', "'2147483647'"],
  ['bigint', "'9223372036854775807'", "'-9007199254740993'", "'5'"],
  ['numeric', "'1.10'", "'12345678901234567890.123456789'", "'0'", "'1e-10'", "'NaN'"],
  ['numeric(8,2)', "'123456.70'", "'-0.01'"],
  ['real', "'0.1'", "'3.4e38'", "'16777217'"],
  ['double precision', "'0.1'", "'1e300'", "'0.30000000000000004'", "'Infinity'"],
  ['money', "'12.50'"],
  ['boolean', "'t'", "'f'"],
  ['uuid', "'0F8FAD5B-D9CB-469F-A165-70867728950E'"],
  ['date', "'2026-02-28'", "'0099-01-01'"],
  ['numeric(8,2)', "'NaN'"],
  ['time', "'10:00:00.123456'"],
  ['timetz', "'10:00:00.5+02'"],
  ['timestamp', "'2026-02-28 10:00:00.123456'"],
  ['timestamp(0)', "'2026-02-28 10:00:00'"],
  ['timestamptz', "'2026-02-28 10:00:00.123456+02'"],
  ['interval', "'1 day 02:00:00'", "'1 mon'", "'-00:00:01'"],
  ['json', ...list(json.replaceAll(/([:,]) /g, '$1'))],
  ['jsonb', ...list(json)],
  ['jsonb not null', "'null'"],
  ['json not null', "'null'"],
  ['xml', "'<a/>'"],
  ['bytea', "'\\x00ff'", "'\\x'"],
  ['bit(4)', "'1010'"],
  ['bit varying', "'101'"],
  ['inet', "'10.0.0.1'", "'10.0.0.0/8'", "'::1'"],
  ['cidr', "'10.0.0.0/8'"],
  ['macaddr', "'08:00:2b:01:02:03'"],
  ['point', "'(1,2.5)'"],
  ['line', "'{1,2,3}'"],
  ['lseg', "'[(0,0),(1,1)]'"],
  ['box', "'(1,1),(0,0)'"],
  ['path', "'((0,0),(1,1))'"],
  ['polygon', "'((0,0),(1,1),(1,0))'"],
  ['circle', "'<(1,2),3>'"],
  ['int4range', "'[1,5)'", "'empty'"],
  ['tstzrange', `'["2026-01-01 00:00:00+00",)'`],
  ['int4multirange', "'{[1,3),[5,7)}'"],
  ['tsvector', "'a b'"],
  ['tsquery', "'a & b'"],
  ['jsonpath', "'$.a'"],
  ['pg_lsn', "'16/B374D848'"],
  ['xid', "'5'"],
  ['oid', "'5'"],
  ['mood', "'so so'"],
  ['pair', `'(1,"a b")'`],
  ['short', "'ab'"],
  ['shorter', "'ab'"],
  ['counts', "'5'"],
  ['few', "'5'"],
  ['padded', "'ab'"],
  ['moody', "'so so'"],
  ['labels', "'{a,b}'"],
  ['at', "'2026-02-28 10:00:00.123456+02'"],
  ['documents', `'{"[1]","{}"}'`],
  ['few[]', "'{5}'"],
  ['moody[]', "'{ok}'"],
  ['padded[]', "'{ab}'"],
  ['shown', "'{ok}'"],
  ['address', "'10.0.0.1'"],
  ['ratio', "'NaN'", "'1.5'"],
  ['flag', "'t'"],
  ['bits', "'101'"],
  ['cents', "'1.10'"],
  ['span', "'1 day'"],
  ['bytes', "'\\x00ff'"],
  ['when_', "'infinity'", "'2026-02-28'"],
  ['document', ...list(json)],
  ['text[]', `'{a,"b,\\"c",NULL,"NULL",""}'`, "'{}'"],
  ['mood[]', `'{ok,"so so",NULL}'`],
  ['integer[]', "'{1,NULL,3}'"],
  ['integer[][]', "'{{1,2},{3,4}}'", "'{}'"],
  ['bigint[]', "'{9007199254740993}'"],
  ['numeric[]', "'{1.10,2}'"],
  ['boolean[][]', "'{{t,f}}'"],
  ['double precision[]', "'{0.1,1e300}'", "'{1,Infinity}'"],
  ['timestamptz[]', `'{"2026-02-28 10:00:00.123456+00",NULL}'`],
  ['timestamptz[][]', `'{{"2026-02-28 10:00:00.123456+00"},{NULL}}'`],
  ['timestamp[]', `'{"2026-02-28 10:00:00.125"}'`],
  ['date[]', "'{2026-03-08,0099-01-01}'"],
  ['uuid[]', "'{0f8fad5b-d9cb-469f-a165-70867728950e}'"],
  ['jsonb[]', `'{"[1, 2]","{\\"a\\": [9007199254740993]}","\\"5\\"","5",NULL}'`],
  ['jsonb[][]', `'{{"[]","{}"}}'`],
  ['json[]', `'{"[1,2]"}'`],
  ['interval[]', `'{"1 day"}'`],
  ['inet[]', "'{10.0.0.1}'"],
];

/** The types of PostgreSQL that the values use. */
const types = `
  create type mood as enum ('ok', 'sad', 'so so');
  create type pair as (one integer, other text);
  create domain short as varchar(5);
  create domain shorter as short check (value <> 'x');
  create domain counts as integer;
  create domain few as counts check (value < 10);
  create domain document as jsonb;
  create domain padded as char(5);
  create domain moody as mood;
  create domain labels as text[];
  create domain at0 as timestamptz; create domain at as at0 check (value is not null or true);
  create domain documents as jsonb[];
  create domain shown as mood[];
  create domain address as inet;
  create domain ratio as double precision;
  create domain flag as boolean;
  create domain bits as bit varying;
  create domain cents as numeric(8,2);
  create domain span as interval;
  create domain bytes as bytea;
  create domain when_ as date;
`;

export const columnValues: Readonly<Record<DatabaseName, readonly TypedValues[]>> = {
  PGlite: postgres,
  PostgreSQL: postgres,
  SQLite: [
    ['text', "'a'", "''", "'5'"],
    ['varchar(5)', "'longer than five'"],
    ['integer', '5', '9007199254740993', '-9223372036854775808'],
    ['bigint', '9223372036854775807', '5'],
    ['boolean', '0', '1', "'yes'"],
    ['tinyint(1)', '0', '1', '5'],
    ['real', '0.1', '1e300', '5', '9e999'],
    ['numeric', '1.1', '5'],
    ['decimal(8,2)', '1.25'],
    ['uuid', "'0F8FAD5B-D9CB-469F-A165-70867728950E'"],
    ['date', "'2026-02-28'"],
    ['datetime', "'2026-02-28 10:00:00'", '1772272800123'],
    ['timestamp', "'2026-02-28T10:00:00.123456Z'"],
    ['time', "'10:00:00'"],
    ['json', ...list(json.replaceAll(/([:,]) /g, '$1'))],
    ['json not null', "'null'"],
    ['json', "'{bad'"],
    ['blob', "x'00ff'", "x''"],
  ],
  MariaDB: [
    ['varchar(5)', "'ab'", "'ab  '"],
    ['char(5)', "'ab'"],
    ['text', "'a'", "''"],
    ['tinytext', "'a'"],
    ['longtext', "'a'"],
    ['tinyint', "'-128'"],
    ['tinyint(1)', "'0'", "'1'", "'5'"],
    ['boolean', "'1'"],
    ['tinyint unsigned', "'255'"],
    ['smallint', "'-32768'"],
    ['mediumint', "'8388607'"],
    ['integer', "'2147483647'"],
    ['integer unsigned', "'4294967295'"],
    ['bigint', "'9223372036854775807'", "'5'"],
    ['bigint unsigned', "'18446744073709551615'"],
    ['decimal(30,2)', "'900719925474099312.31'", "'1.10'"],
    ['float', "'0.1'", "'16777216'", "'3.4e38'"],
    ['double', "'0.1'", "'1e300'"],
    ['bit(1)', "b'1'", "b'0'"],
    ['bit(9)', "b'101010101'"],
    ['year', "'2026'"],
    ['date', "'2026-02-28'", "'0000-00-00'"],
    ['time(6)', "'10:00:00.123456'", "'-838:59:59'"],
    ['datetime', "'2026-02-28 10:00:00'", "'2026-02-00 10:00:00'"],
    ['datetime(6)', "'2026-02-28 10:00:00.123456'"],
    ['timestamp(6) null', "'2026-02-28 10:00:00.123456'", "'0000-00-00 00:00:00'"],
    ['uuid', "'0F8FAD5B-D9CB-469F-A165-70867728950E'"],
    ['inet6', "'::1'"],
    ["enum('ok', 'so so')", "'so so'"],
    ["set('a', 'b')", "'a,b'", "''"],
    ['binary(2)', "x'00ff'"],
    ['varbinary(4)', "x'00ff'"],
    ['blob', "x'00ff'"],
    ['json', ...list(json.replaceAll(/([:,]) /g, '$1'))],
    ['json not null', "'null'"],
    ['point', 'point(1, 2.5)'],
    ['polygon', "st_geomfromtext('POLYGON((0 0,1 1,1 0,0 0))')"],
    ['geometry', "st_geomfromtext('LINESTRING(0 0,1 1)')"],
  ],
};

export const kinds: Readonly<Record<DatabaseName, DatabaseKind>> = {
  ...{ PGlite: 'postgres', PostgreSQL: 'postgres', SQLite: 'sqlite', MariaDB: 'mysql' },
};

/** Returns a script that creates a table for each type, with its values. */
export function schemaOf(name: DatabaseName): string {
  const tables = columnValues[name].map(([type, ...values], index) => {
    const rows = values.map((value, row) => `insert into t${index} values (${row + 1}, ${value});`);
    return `create table t${index} (id integer primary key, val ${type}); ${rows.join('\n')}`;
  });
  return `${kinds[name] === 'postgres' ? types : ''} ${tables.join('\n')}`;
}
