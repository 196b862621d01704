import { createMemorySources, type DataSource } from '@linkage/server';
import { type SuiteCase, sourceSuite, suiteApi, suiteRecords } from '@linkage/server/source-suite';
import type { SqlDialect } from '../src/dialects/dialect.ts';
import { mysqlDialect } from '../src/dialects/mysql.ts';
import { postgresDialect } from '../src/dialects/postgres.ts';
import { sqliteDialect } from '../src/dialects/sqlite.ts';
import { MAX_ROWS } from '../src/reading/select-page.ts';
import { mappingFeatures } from './mapping-worlds.ts';

/** How many cases of a feature a database passed. */
export interface FeatureResult {
  readonly passed: number;
  readonly cases: number;
}

/** Results by database, then by feature. Undefined for a database that is not installed. */
export type SuiteResults = ReadonlyMap<string, ReadonlyMap<string, FeatureResult> | undefined>;

/** The databases of the document, in the order of its columns. */
export const documentDatabases = ['memory', 'SQLite', 'PGlite', 'PostgreSQL', 'MariaDB'] as const;

/** The databases of the mappings. */
const sqlDatabases = documentDatabases.filter((name) => name !== 'memory');

/** The suite over sources in memory: also the list of its cases. */
export const memorySuite = (): readonly SuiteCase[] =>
  sourceSuite(() => createMemorySources(suiteApi, suiteRecords) as Readonly<Record<string, DataSource>>);

/** Runs cases one after the other. */
export async function resultsOf(cases: readonly SuiteCase[]): Promise<ReadonlyMap<string, FeatureResult>> {
  const results = new Map<string, FeatureResult>();
  for (const { feature, run } of cases) {
    const { passed, cases: before } = results.get(feature) ?? { passed: 0, cases: 0 };
    const isPassed = await run().then(
      () => true,
      () => false,
    );
    results.set(feature, { passed: passed + (isPassed ? 1 : 0), cases: before + 1 });
  }
  return results;
}

const dialects = [
  ['SQLite', sqliteDialect],
  ['PostgreSQL, PGlite', postgresDialect],
  ['MySQL, MariaDB', mysqlDialect],
] as const;

const differences: readonly (readonly [string, (dialect: SqlDialect) => string])[] = [
  ['NULL in an ascending index', ({ nullIs }) => (nullIs === 'least' ? 'first' : 'last')],
  [
    'An ordinary index answers `sort` of a column that can be NULL',
    ({ nullIs }) => (nullIs === 'least' ? 'yes' : 'with `nulls first`'),
  ],
  [
    "The direction in which an ordinary index answers `nulls: 'last'` and `nulls: 'first'`",
    ({ nullIs, hasNullsClause }) =>
      hasNullsClause
        ? nullIs === 'least'
          ? 'both'
          : 'ascending and descending; with the database schema, both'
        : 'descending and ascending',
  ],
  ['Statements of a write without to-many relationships', ({ returning }) => (returning ? '1' : '2, in a transaction')],
  ['Ids that one statement reads', ({ maxKeys }) => maxKeys.toLocaleString('en-US')],
  ['Ids of several columns that one statement reads', () => String(MAX_ROWS)],
  [
    'Statement of a list of ids',
    ({ keysAsArray }) => (keysAsArray ? 'the same for any number' : 'one for each number'),
  ],
  [
    'First members of many parents',
    ({ hasLateral }) => (hasLateral ? 'from the index of each parent (`lateral`)' : 'ranked by a window function'),
  ],
  [
    'A statement is cancelled when the client is gone',
    ({ isAsync, name }) => (isAsync ? (name === 'postgres' ? 'yes, not in PGlite' : 'yes') : 'no'),
  ],
  ['Rows are locked for conditional writes', ({ name }) => (name === 'sqlite' ? 'no, writes wait' : 'yes')],
  [
    'Cursor pagination',
    ({ name }) =>
      ({
        sqlite: 'yes',
        postgres: 'yes, not tested on PGlite',
        mysql: 'yes; floats and decimals with a database schema',
      })[name],
  ],
  ['U+0000 in a string', ({ values }) => (values.storesNul ? 'stored' : '422; no match in a filter')],
  ['Declared lengths and ranges', ({ values }) => (values.isLoose ? 'not enforced' : '422 with a database schema')],
  ['Two ids that the collation takes for equal', ({ idsByCollation }) => (idsByCollation ? 'told apart' : 'differ')],
  ['Pointer of a unique value', ({ name }) => (name === 'mysql' ? 'with a database schema' : 'yes')],
  ['Pointer of a foreign key', ({ name }) => (name === 'sqlite' ? 'no' : 'yes')],
  ['Pointer of a check', ({ name }) => (name === 'postgres' ? 'with a database schema' : 'no')],
];

/** Where locks are the same for PostgreSQL, and for MySQL and MariaDB. */
const both = (lock: string): readonly [string, string] => [lock, lock];

const locks: readonly (readonly [step: string, postgres: string, mysql: string])[] = [
  ['The transaction of a write', 'the isolation of the database, `read committed` by default', '`read committed`'],
  ['`find` with `forUpdate`: the resource, before rules, hooks, and `If-Match`', ...both('`for update`')],
  ['`find` with `keepsRecords`, too: resources of the inverse relationship', '`for no key update`', '`for update`'],
  ['`list` with `forUpdate`: resources that link to a deleted one', ...both('`for update`')],
  ['An update with values', ...both('the lock of the update')],
  [
    'A replacement, or a change of several members, without values: the resource',
    '`for no key update`',
    '`for update`',
  ],
  ['One new member of a join table', ...both('the locks of its foreign keys')],
  ['Several new rows of a join table', ...both('those of their foreign keys, in the order of the ids')],
  ['Several members by their foreign key, and all members before a replacement', '`for no key update`', '`for update`'],
  ['Related resources that no foreign key checks', '`for no key update`', '`for update`'],
  ['A deletion with `onDelete`: the resource, and what is deleted with it', ...both('`for update`')],
  ['A deletion with `onDelete: "set null"`: the related resources', '`for no key update`', '`for update`'],
];

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** The text of `docs/databases.md`. */
export function databasesDocument(results: SuiteResults): string {
  const rowOf = (feature: string, databases: readonly string[]): readonly string[] => [
    feature,
    ...databases.map((name) => {
      const result = results.get(name)?.get(feature);
      return result === undefined ? 'not run' : `${result.passed} of ${result.cases}`;
    }),
  ];
  const features = [...(results.get('memory')?.keys() ?? [])];
  const rows = features.map((feature) => rowOf(feature, documentDatabases));
  const mapped = mappingFeatures.map(([feature]) => rowOf(feature, sqlDatabases));
  return `# Databases

<!-- Generated by scripts/docs/write-databases.ts. Do not edit. -->

The same tests run on sources in memory and on each database. They are exported for other sources:
\`import { sourceSuite } from '@linkage/server/source-suite'\`. Each cell says how many tests of a feature pass.

${table(['Feature', ...documentDatabases], rows)}

Mappings of Kysely have their own tests:

${table(['Mapping', ...sqlDatabases], mapped)}

SQLite is \`node:sqlite\`, PostgreSQL is a server of version 15 with \`pg\`, and MariaDB is a server of version 10.11 with
\`mysql2\`. MySQL 8 has the dialect of MariaDB, but MySQL 8 is not tested.

## Differences

${table(
  ['', ...dialects.map(([name]) => name)],
  differences.map(([what, of]) => [what, ...dialects.map(([, dialect]) => of(dialect))]),
)}

"With a database schema" means: with \`{ databaseSchema: await readDatabaseSchema(db) }\` as the last argument of \`createKyselySources\`.

## Locks

In SQLite, no rows are locked: a transaction has the write lock of the database from its beginning (\`begin immediate\`), so the others wait.
In other databases, rows are locked in the order of their ids until the transaction ends:

${table(['Step', 'PostgreSQL', 'MySQL, MariaDB'], locks)}

\`for no key update\` keeps other writes of the row out, but not new rows that reference it. MySQL and MariaDB do not have such a lock: there,
two requests that add members through both relationships of a join table can wait for each other. If transactions wait for each other, one of
them runs again: see [Failures](#failures).

## What a table needs

- A primary key on the id, and one on the two columns of each join table, with an index on the second column. With a type column,
  the primary key has three columns, \`(article_id, target_type, target_id)\`, and the index begins with \`(target_type, target_id)\`.
- An index on each foreign key whose inverse is a to-many relationship: \`(author_id, id)\`. With a type column, the index begins with
  both columns: \`(subject_type, subject_id, id)\`.
- With the database schema, ids of bytes are hexadecimal digits in lower case, and those of \`binary(16)\` are UUIDs. SQLite has none, because its columns of
  bytes can contain strings, too.
- An index on each attribute that clients sort by. In PostgreSQL without the database schema, declare it \`nulls first\` if the column can be NULL.
- In MySQL and MariaDB, a collation that compares what you mean. \`utf8mb4_nopad_bin\` compares strings as all other databases do.
  Others ignore case, accents, or spaces at the end in filters and in unique values; ids are always told apart.

### Indexes

With 1,000,000 rows, each of these takes milliseconds with its index, and a second without:

| Request | Index |
| --- | --- |
| \`sort=title\`, \`sort=-title\` | \`(title, id)\`. Records with equal values have the order of their ids in the direction of the last field, so one index serves both. PostgreSQL without the database schema, if the column can be NULL: \`(title nulls first, id)\`. With it, the records without a value are read only if the page needs them |
| \`sort=status,-created\` | \`(status, created desc, id desc)\` |
| A filter and an order, \`filter[status]=draft&sort=created\` | \`(status, created, id)\` |
| \`page[number]=10000\` | The index of the order, if it contains the id: the rows before the page are then not read from the table. Cursor pagination does not depend on the number |
| \`eq\` | \`(title, id)\` |
| \`gt\` and other comparisons, \`between\` | \`(title)\` |
| \`author.name\`, \`tags.label\` | An index of the attribute in the last table, and those of the foreign keys between |
| \`exists(comments,true)\` | That of the foreign key, \`(article_id, id)\` |
| \`or(…)\` | One for each condition. On PostgreSQL, MySQL, and MariaDB, a group with a path or a to-many relationship is read condition by condition |
| \`sort=author.name\`, \`sort=author.firm.name\` | PostgreSQL, with the database schema: \`(name)\` in the last table, and one for each foreign key on the way, \`(author_id, id)\`. The page is read from the end of the path. Otherwise none: all rows that match the filter are sorted, because the database schemas of MySQL, MariaDB, and SQLite do not say whether a foreign key always finds its row |
| \`startsWith\`, \`contains\`, PostgreSQL | \`(title collate "C" text_pattern_ops)\`; \`using gin (title collate "C" gin_trgm_ops)\` |
| \`iEq\`, \`iStartsWith\`, PostgreSQL | \`(lower(title collate "C") text_pattern_ops)\` |
| \`iContains\`, PostgreSQL | \`using gin (lower(title collate "C") gin_trgm_ops)\` of the extension \`pg_trgm\` |
| \`search\`, PostgreSQL | \`using gin (words)\` of a \`tsvector\`, or \`using gin (to_tsvector('english', body))\` |
| \`contains\` and its kind in other databases | None: all rows that match the other conditions are read |
| A member of JSON, \`data.city\` | The expression that \`missingIndexes\` writes. MySQL and MariaDB: none |

\`explainStatements\` names the indexes that each statement lacks, as \`missingIndexes\`, if the sources have the database schema: see
[scaling](guide/scaling.md#missing-indexes). \`onWarning\` of \`createKyselySources\` names those of declared orders at start.

### Plans

\`npm run bench:plans\` compares the statements with those that an expert writes, over 1,000,000 articles and 5,000,000 comments. These are the
milliseconds that PostgreSQL 15 says it needs, the least of seven. \`order-plans.test.ts\` counts the rows that such plans read, and \`other-plans.test.ts\`
those of MariaDB, and the sorts of SQLite:

| Request | Linkage | By hand | Ratio | MariaDB and SQLite |
| --- | --: | --: | --: | --- |
| \`comments?sort=-article.author.name\` | 0.36 | 0.20 | 1.8 | All rows are sorted: their schemas do not say whether a foreign key finds its row |
| \`sort=author.name\` under a rule on a path | 0.83 | 0.86 | 1.0 | The rows of the rule are found by its index, and sorted |
| \`sort=author.name\` under a filter on the path | 0.89 | 0.84 | 1.1 | The rows of the filter are found by its index, and sorted |
| \`sort=-published\`, some without a value | 0.18 | 0.08 | 2.2 | An index has this order |
| \`sort=-author.name\`, page 2 | 0.24 | 0.17 | 1.4 | All rows are sorted |
| \`sort=-author.name\`, page 100 | 1.99 | 1.26 | 1.6 | All rows are sorted |
| \`sort=-author.name\` with a filter that few rows match | 54.61 | 66.78 | 0.8 | The rows of the filter are found by its index, and sorted |
| \`sort=-author.firm.name\` | 0.56 | 0.42 | 1.3 | All rows are sorted |
| A rule with \`or\` of two paths | 0.67 | 0.69 | 1.0 | The rows of the rule are found by two indexes |
| \`tags?include=articles\`, three of each of 25 | 0.46 | 0.41 | 1.1 | All links of the page are read and ranked: they have no lateral subqueries |
| A rule over two steps | 7.79 | 7.18 | 1.1 | The rows of the rule are found by its index, and sorted |
| \`sort=updated\` over 330,000 rows without an index | 185.55 | 179.83 | 1.0 | The rows of the filter are sorted |

## Failures

| What happens | Answer |
| --- | --- |
| A transaction conflicts with another one (serialization failure, deadlock, lock timeout, \`SQLITE_BUSY\`) | It runs again as a whole, at most 8 times; then 409 \`WRITE_CONFLICT\`, or 503 for a read, with \`Retry-After\`. Without a \`timeout\` of the SQLite driver, it runs again for a second; with one, the driver waits, and it runs once |
| It is unknown whether a statement or a commit was completed (\`40003\`, \`08007\`, a connection that is lost) | 503 \`SERVICE_UNAVAILABLE\`; nothing runs again |
| No connection, too many connections, a pool without a free one within its time, a server that shuts down | 503 \`SERVICE_UNAVAILABLE\` with \`Retry-After\` |
| A statement takes longer than the database allows | 504 \`TIMED_OUT\` |
| The account of the server lacks a right, or a SQLite file can only be read | 403 \`FORBIDDEN\`, and \`onError\` receives the error of the database, which names the table |
| A unique value exists already, other rows refer to the row, or a trigger raises an error, also if the database checks it when the transaction ends | 409 \`CONSTRAINT_VIOLATED\`, never with a message of the database |
| A foreign key leads nowhere | 404 \`RELATED_RESOURCE_NOT_FOUND\` |
| A value is missing, breaks a check, or does not fit into the column | 422 \`ATTRIBUTE_INVALID\` or \`VALUE_REJECTED\` |
| A value of the client that the column cannot hold, in a filter or as an id | no match, 404 |
| An expression that fails on a row, or a value of a rule or of the mapping that the column cannot hold | 500, and \`onError\` receives the error |
`;
}
