/** Words that SQL, JavaScript, or JSON:API reserve, and names with any characters. */
const names = [
  ...[
    'select',
    'order',
    'group',
    'table',
    'user',
    'null',
    'true',
    'class',
    'function',
    'default',
    'await',
    'constructor',
    'toString',
  ],
  ...[
    'hasOwnProperty',
    '__proto__',
    'prototype',
    'links',
    'meta',
    'data',
    'attributes',
    'relationships',
    'included',
    'type',
    'id',
  ],
  ...[
    'with space',
    "it's",
    'double"quote',
    'back`tick',
    'back\\slash',
    'a as b',
    '*/ comment',
    '// line',
    ['$', '{template}'].join(''),
    '<b>',
    'ümläut',
  ],
  ...['日本語', '😀', '😀😀', '%', '1st', '2', 'UPPER', 'camelCase', 'a-b', '-', ' lead', 'new\nline', '\u202eright'],
];
/** The longest name of PostgreSQL, of 63 bytes, and the longest one whose constraints still have names in MariaDB. */
const longest = { '"': `${'ü'.repeat(31)}n`, '`': 'n'.repeat(50) } as const;
/** The words that PostgreSQL, SQLite, MariaDB, or JavaScript reserve. */
const reserved = `
  abort accessible action add after all alter always analyze and any array arguments as asc async asymmetric attach authorization autoincrement
  await before begin between bigint binary blob both break by call cascade case cast catch change char check class collate collation column
  commit concurrently conflict const constraint continue convert create cross current current_catalog current_date current_role
  current_schema current_time current_timestamp current_user cursor database databases debugger declare default deferrable deferred delete desc
  describe detach distinct div do double drop each else elseif enclosed end enum escape escaped eval except exclude exclusive exists exit
  explain export extends fail false fetch filter finally first float following for force foreign freeze from full fulltext function
  generated glob grant group groups having high_priority if ignore ilike immediate implements import in index indexed infile initially
  inner inout insert instanceof instead int integer interface intersect interval into is isnull iterate join key keys kill last lateral
  leading leave left let like limit linear lines load localtime localtimestamp lock long loop low_priority match materialized mod
  natural new next no not nothing notnull null nulls numeric of off offset on only optimize option optionally or order others out outer
  outfile over overlaps package partition placing plan pragma preceding precision primary private procedure protected public purge query
  raise range read real recursive references regexp reindex release rename repeat replace require resignal restrict return returning
  revoke right rlike rollback row rows savepoint schema schemas select separator session_user set show signal similar some spatial
  sql static super switch symmetric system_user table tablesample temp temporary then this throw ties to trailing transaction trigger true
  try typeof unbounded undo union unique unlock unsigned update usage use user using vacuum values varchar variadic var verbose view
  virtual void when where while window with without write xor yield zerofill`
  .trim()
  .split(/\s+/);
const lone = /[`"]/g;

type Quote = '"' | '`';

function quoted(name: string, quote: Quote): string {
  return quote + name.replaceAll(quote, quote + quote) + quote;
}

/** A table of each name, whose columns have all names. */
function tables(quote: Quote, id: string, text: string, usable: (name: string) => boolean): string {
  const own = [...names, longest[quote]].filter(usable);
  const folded = new Set<string>(['key']);
  const columns = own
    .filter((name) => {
      const isNew = !folded.has(name.toLowerCase());
      folded.add(name.toLowerCase());
      return isNew;
    })
    .map((name) => `${quoted(name, quote)} ${text}`);
  const known = new Set<string>();
  return own
    .filter((name) => {
      const isNew = !known.has(name.toLowerCase());
      known.add(name.toLowerCase());
      return isNew;
    })
    .map((name, index) => {
      const table = quoted(name, quote);
      const more = index === 0 ? `, ${columns.join(', ')}` : '';
      return `create table ${table} (${quoted('key', quote)} ${id}, parent_id integer references ${table} (${quoted('key', quote)})${more}); insert into ${table} (${quoted('key', quote)}) values (1);`;
    })
    .join('\n');
}

/** A table whose columns are all reserved words. */
function reservedColumns(quote: Quote, id: string): string {
  const columns = reserved.map((word) => `${quoted(word, quote)} integer default 1`);
  return `create table reserved_words (word_id ${id}, ${columns.join(', ')}); insert into reserved_words (word_id) values (1);`;
}

/** Tables that reference each other, a key that is a foreign key, and keys of several columns that share one. */
const shapes = (id: string, json: string): string => `
  create table cycle_a (id ${id}, b_id integer);
  create table cycle_b (id ${id}, a_id integer references cycle_a (id));
  insert into cycle_a (id, b_id) values (1, 1); insert into cycle_b (id, a_id) values (1, 1);
  create table profile (cycle_a_id integer primary key references cycle_a (id), bio varchar(100));
  insert into profile values (1, 'x');
  create table tenant (id ${id});
  create table project (tenant_id integer not null references tenant (id), code varchar(20) not null, primary key (tenant_id, code));
  create table task (
    tenant_id integer not null references tenant (id), number integer not null, project_code varchar(20), parent_number integer,
    primary key (tenant_id, number), foreign key (tenant_id, project_code) references project (tenant_id, code),
    foreign key (tenant_id, parent_number) references task (tenant_id, number)
  );
  insert into tenant (id) values (1); insert into project values (1, 'a~b!c'); insert into task values (1, 1, 'a~b!c', null), (1, 2, null, 1);
  create table contact (id ${id}); create table contacts (id ${id});
  create table checked (
    id ${id}, status varchar(10) check (status in ('a', 'it''s')), size integer check (size >= 1 and size <= 5),
    name varchar(20) check (length(name) <= 7), other varchar(9) check (other <> 'x'),
    currency varchar(3) check (currency in ('EUR')), isbn varchar(13) check (length(isbn) = 13),
    options ${json} not null
  );
  insert into checked (id, status, size, name, currency, options) values (1, 'it''s', 5, 'Ann', 'EUR', 'null');
  create table no_columns_left (id ${id});
`;

const isText = (name: string): boolean => name !== '';

export const hostile: Readonly<Record<'sqlite' | 'postgres' | 'mysql', string>> = {
  sqlite: [
    tables('"', 'integer primary key', 'text', isText),
    reservedColumns('"', 'integer primary key'),
    shapes('integer primary key', 'text check (json_valid(options))'),
  ].join('\n'),
  postgres: `${tables('"', 'serial primary key', 'text', isText)}${reservedColumns('"', 'serial primary key')}${shapes('serial primary key', 'jsonb')}
    create table reading (id integer, day date, tenant_id integer references tenant (id), primary key (id, day)) partition by range (day);
    create table reading_2020 partition of reading for values from ('2020-01-01') to ('2021-01-01');
    create table reading_rest partition of reading default;
    insert into reading values (1, '2020-05-05', 1), (1, '2030-01-01', null);
    alter table cycle_a add foreign key (b_id) references cycle_b (id);
    create schema other; create table other.contact (id serial primary key, tenant_id integer references tenant (id));
    insert into other.contact (tenant_id) values (1);
    create table parent (id serial primary key, name text); create table heir (extra text) inherits (parent);
    create table secured (id serial primary key); alter table secured enable row level security;
    create table "a.b" (id serial primary key);
    create type mood as enum ('it''s', 'a"b', 'back\\slash', '');
    create table kinds (
      id uuid primary key default gen_random_uuid(), b bigint default 9007199254740993, n numeric(10,2) default 1.5, f real default 1.5,
      d date default '2020-01-01', ts timestamp default '2020-01-01 00:00:00.123456', tz timestamptz default '2020-01-01 00:00:00.123456+00',
      t time default '10:00', iv interval default '1 day', j json default '{"a":1}', jb jsonb default '[1]', jn jsonb not null default '{}', e mood default 'it''s',
      es mood[] default '{"it''s",NULL}', xs integer[] default '{1,2}', ip inet default '127.0.0.1', p point default '(1,2)',
      x xml default '<a/>', m money default 1, bits bit(3) default '101', r int4range default '[1,2)', ts_v tsvector, bytes bytea, o oid default 1,
      c char(3) default 'a', g integer generated always as (1 + 1) stored
    );
    insert into kinds default values;`,
  mysql: `${tables('`', 'integer primary key auto_increment', 'varchar(20)', (name) => !/^\s|\s$/.test(name) && !lone.test('') && !/\p{Extended_Pictographic}/u.test(name))}
    ${reservedColumns('`', 'integer primary key auto_increment')}${shapes('integer primary key auto_increment', 'json')}
    create table kinds (
      id integer primary key auto_increment, b bigint default 9007199254740993, u bigint unsigned default 18446744073709551615,
      n decimal(10,2) default 1.5, f float default 1.5, d date default '2020-01-01', ts datetime(6) default '2020-01-01 00:00:00.123456',
      tz timestamp default '2020-01-01 00:00:00', t time default '10:00', y year default 2020, j json default '{"a":1}',
      e enum('it''s', 'a"b', '') default 'it''s', s set('a', 'b') default 'a,b', flag tinyint(1) default 1, bit1 bit(1) default b'1',
      bits bit(3) default b'101', bytes blob, g integer as (1 + 1) stored, c char(3) default 'a'
    );
    insert into kinds () values ();`,
};
