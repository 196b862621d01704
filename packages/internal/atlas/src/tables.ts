/** Types of columns, and the end of a statement that creates a table. */
interface ColumnTypes {
  readonly json: string;
  readonly boolean: string;
  readonly number: string;
  readonly end: string;
}

/** SQLite stores locations and lists as JSON text, and booleans as 0 and 1. */
const sqliteTypes: ColumnTypes = { json: 'text', boolean: 'integer', number: 'real', end: ' without rowid' };
const postgresTypes: ColumnTypes = { json: 'jsonb', boolean: 'boolean', number: 'double precision', end: '' };

/** Returns the tables, parents first. Ids are text. */
const tablesWith = ({ json, boolean, number, end }: ColumnTypes): string => `
  create table regions (id text primary key, name text not null)${end};
  create table languages (id text primary key, name text not null)${end};
  create table currencies (id text primary key, name text not null, symbol text)${end};
  create table countries (
    id text primary key,
    name text not null,
    official_name text not null,
    "shortCode" text not null unique,
    flag text,
    capitals ${json} not null,
    subregion text,
    demonym text,
    area ${number},
    location ${json},
    independent ${boolean},
    un_member ${boolean} not null,
    landlocked ${boolean} not null,
    region_id text references regions (id) on delete set null
  )${end};
  create table country_languages (
    country_id text not null references countries (id) on delete cascade,
    language_id text not null references languages (id) on delete cascade,
    primary key (country_id, language_id)
  )${end};
  create table country_currencies (
    country_id text not null references countries (id) on delete cascade,
    currency_id text not null references currencies (id) on delete cascade,
    primary key (country_id, currency_id)
  )${end};
  create table country_borders (
    country_id text not null references countries (id) on delete cascade,
    neighbour_id text not null references countries (id) on delete cascade,
    primary key (country_id, neighbour_id)
  )${end};
  create table cities (
    id text primary key,
    name text not null,
    population integer not null,
    feature_code text not null,
    admin_code text,
    location ${json},
    country_id text references countries (id) on delete set null
  )${end};
`;

/** The tables in SQLite. */
export const createTables: string = tablesWith(sqliteTypes);
/** The tables in PostgreSQL. */
export const createPostgresTables: string = tablesWith(postgresTypes);

/**
 * The indexes, created after the rows were inserted. SQLite appends the primary key to each, ascending as the other columns:
 * one index serves an order with the id last, and its reverse. PostgreSQL does not append it.
 */
export const createIndexes = `
  create index countries_of_region on countries (region_id);
  create index countries_of_language on country_languages (language_id);
  create index countries_of_currency on country_currencies (currency_id);
  create index neighbours_of_country on country_borders (neighbour_id);
  create index cities_of_country on cities (country_id, id);
  create index cities_of_country_by_population on cities (country_id, population, id);
  create index cities_by_population on cities (population, id);
  create index cities_by_name on cities (name, id);
`;

/** The tables, children first. */
export const dropTables: string = ['cities', 'country_borders', 'country_currencies', 'country_languages', 'countries']
  .concat('currencies', 'languages', 'regions')
  .map((table) => `drop table if exists ${table};`)
  .join('\n');
