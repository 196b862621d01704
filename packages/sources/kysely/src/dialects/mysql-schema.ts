import { type Kysely, sql } from 'kysely';
import type { SchemaRows, TableRow } from './database-schema-rows.ts';
import { viewOfTable } from './mysql-views.ts';

type Rows<Name extends keyof SchemaRows> = SchemaRows[Name][number];

/** Whether a privilege is one of the account to see triggers. */
const isOwnPrivilege = sql<boolean>`p.privilege_type = 'TRIGGER'
  and p.grantee = concat('''', replace(current_user(), '@', '''@'''), '''')`;

function isOwn(schema: string) {
  return sql`${sql.ref(schema)} not in ('information_schema', 'mysql', 'performance_schema', 'sys')`;
}

function readTables(db: Kysely<never>) {
  // Without the privilege, an account does not see triggers. A server opens every table for each look at the list of triggers.
  return sql<Omit<Rows<'tables'>, 'parents'>>`
    select t.table_schema as \`schema\`, t.table_name as \`table\`, t.table_schema = database() as \`found\`,
      case t.table_type when 'VIEW' then 'view' else 'table' end as \`kind\`,
      case t.table_type when 'VIEW' then null else t.table_comment end as \`comment\`,
      coalesce(t.create_options like '%partitioned%', 0) as \`partitioned\`, 0 as \`partition\`, 0 as \`numbered\`,
      version() like '%MariaDB%' as \`returns\`,
      t.table_type = 'BASE TABLE' and g.\`table\` is null and exists (
        select 1 from information_schema.user_privileges p where ${isOwnPrivilege}
        union all
        select 1 from information_schema.schema_privileges p where ${isOwnPrivilege} and t.table_schema = p.table_schema
        union all
        select 1 from information_schema.table_privileges p
        where ${isOwnPrivilege} and t.table_schema = p.table_schema and t.table_name = p.table_name
      ) as \`quiet\`
    from information_schema.tables t left join (
        select distinct event_object_schema as \`schema\`, event_object_table as \`table\` from information_schema.triggers
      ) g on g.\`schema\` = t.table_schema and g.\`table\` = t.table_name
    where t.table_type <> 'SEQUENCE' and ${isOwn('t.table_schema')}
    order by t.table_schema, t.table_name`.execute(db);
}

type ColumnRow = Omit<Rows<'columns'>, 'nullable' | 'labels' | 'hidden' | 'generated' | 'identity' | 'characters'> & {
  readonly charset: string | null;
  readonly nullable: string;
  readonly extra: string;
};

/** In MariaDB, whose drivers parse them as JSON, columns of JSON are strings with this constraint. MySQL ignores the comment. */
const jsonColumns = sql`/*M! left join (
      select constraint_schema as \`schema\`, table_name as \`table\`, constraint_name as \`column\`, 'json' as \`type\`
      from information_schema.check_constraints where check_clause = concat('json_valid(\`', constraint_name, '\`)')
    ) j on j.\`schema\` = c.table_schema and j.\`table\` = c.table_name and j.\`column\` = c.column_name */`;

function readColumns(db: Kysely<never>) {
  return sql<ColumnRow>`
    select c.table_schema as \`schema\`, c.table_name as \`table\`, c.column_name as \`column\`,
      coalesce(/*M! j.\`type\`, */ c.column_type) as \`type\`,
      c.is_nullable as \`nullable\`, c.column_default as \`default\`, c.extra as \`extra\`, c.column_comment as \`comment\`,
      coalesce(c.collation_name not regexp '_(bin|cs)$', 0) as \`spellings\`, c.character_set_name as \`charset\`
    from information_schema.columns c ${jsonColumns} where ${isOwn('c.table_schema')}
    order by c.table_schema, c.table_name, c.ordinal_position`.execute(db);
}

function readIndexes(db: Kysely<never>) {
  return sql<Rows<'indexes'>>`
    select table_schema as \`schema\`, table_name as \`table\`, index_name as \`index\`, column_name as \`column\`,
      non_unique = 0 as \`unique\`, 0 as \`partial\`, index_type as \`method\`
    from information_schema.statistics where ${isOwn('table_schema')}
    order by table_schema, table_name, index_name, seq_in_index`.execute(db);
}

function readReferences(db: Kysely<never>) {
  return sql<Rows<'references'>>`
    select k.table_schema as \`schema\`, k.table_name as \`table\`, k.constraint_name as \`constraint\`,
      k.column_name as \`column\`, k.referenced_table_schema as \`targetSchema\`,
      k.referenced_table_name as \`targetTable\`, k.referenced_column_name as \`targetColumn\`,
      r.delete_rule as \`onDelete\`, r.update_rule as \`onUpdate\`
    from information_schema.key_column_usage k join (
        select distinct constraint_schema, constraint_name, table_name, delete_rule, update_rule
        from information_schema.referential_constraints
      ) r on r.constraint_schema = k.constraint_schema and r.constraint_name = k.constraint_name and r.table_name = k.table_name
    where k.referenced_table_name is not null and ${isOwn('k.table_schema')}
    order by k.table_schema, k.table_name, k.constraint_name, k.ordinal_position`.execute(db);
}

/** Reads the names of check constraints. */
function readChecks(db: Kysely<never>) {
  return sql<Rows<'constraints'>>`
    select table_schema as \`schema\`, table_name as \`table\`, constraint_name as \`constraint\`, null as \`column\`
    from information_schema.table_constraints where constraint_type = 'CHECK' and ${isOwn('table_schema')}`.execute(db);
}

type ViewRow = Rows<'views'> & { readonly definition: string };

/** Reads which views have the rows of one table, and which of its columns. The server writes rows of views over several tables only in part. */
async function readViews(
  db: Kysely<never>,
  columns: readonly TableRow[],
): Promise<Pick<SchemaRows, 'views' | 'origins'>> {
  const { rows } = await sql<ViewRow>`
    select table_schema as \`schema\`, table_name as \`table\`, view_definition as \`definition\`, is_updatable = 'YES' as \`simple\`, 0 as \`triggered\`,
      is_updatable = 'YES' as \`insert\`, is_updatable = 'YES' as \`update\`, is_updatable = 'YES' as \`delete\`
    from information_schema.views where is_updatable = 'YES' and ${isOwn('table_schema')}`.execute(db);
  // An account that did not create a view does not see its query.
  const views = rows.flatMap((row) => {
    const of = viewOfTable(row.definition);
    return of === undefined ? [] : [{ ...row, of }];
  });
  const origins = views.flatMap(({ schema, table, of }) =>
    of.columns.map(([column, targetColumn]) => {
      return { schema, table, column, targetSchema: of.schema, targetTable: of.table, targetColumn };
    }),
  );
  const countOf = (all: readonly TableRow[], { schema, table }: TableRow): number =>
    all.filter((it) => it.schema === schema && it.table === table).length;
  // Rows cannot be inserted into a view that computes a column.
  return { views: views.map((it) => ({ ...it, insert: countOf(columns, it) === countOf(origins, it) })), origins };
}

/** Returns the values of `enum('a','b')`. */
function labelsIn(type: string): readonly string[] {
  if (!/^enum\(/i.test(type)) return [];
  return [...type.matchAll(/'((?:[^']|'')*)'/g)].map(([, label = '']) => label.replaceAll("''", "'"));
}

/** Strings without the characters that UTF-16 writes with two units. */
const ofOneUnit = /^[^\ud800-\udfff]*$/;

/** The strings of the usual character sets that have several bytes for a character, and do not contain all characters. */
const charsets = (['utf8', 'utf8mb3', 'ucs2'] as const).map((name) => [name, ofOneUnit] as const);

const EVERY_BYTE = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Reads the strings of character sets that have one byte for a character: the server converts every byte. A comparison with another string is an
 * error. Other sets of several bytes than those above are not known here.
 */
async function readCharsets(db: Kysely<never>, used: readonly string[]): Promise<ReadonlyMap<string, RegExp>> {
  const known = new Map<string, RegExp>(charsets);
  const names = used.filter((name) => !known.has(name) && name !== 'utf8mb4');
  if (names.length === 0) return known;
  const { rows: simple } = await sql<{ readonly charset: string }>`
    select character_set_name as \`charset\` from information_schema.character_sets
    where maxlen = 1 and character_set_name in (${sql.join(names)})`.execute(db);
  if (simple.length === 0) return known;
  const converted = simple.map(
    ({ charset }) => sql`select ${charset} as \`charset\`,
      convert(convert(unhex(${EVERY_BYTE}) using ${sql.id(charset)}) using utf8mb4) as \`characters\``,
  );
  const { rows } = await sql<{ readonly charset: string; readonly characters: string }>`
    ${sql.join(converted, sql` union all `)}`.execute(db);
  for (const { charset, characters } of rows) {
    const all = Array.from(new Set(characters), (it) => `\\u${it.charCodeAt(0).toString(16).padStart(4, '0')}`);
    known.set(charset, new RegExp(`^[${all.join('')}]*$`));
  }
  return known;
}

function readColumn(
  { nullable: isNullable, extra, charset, ...row }: ColumnRow,
  known: ReadonlyMap<string | null, RegExp>,
): Rows<'columns'> {
  const nullable = isNullable === 'YES';
  return {
    ...row,
    nullable,
    hidden: false,
    // MariaDB says that a column without a default has the default NULL.
    default: nullable && row.default === 'NULL' ? null : row.default,
    generated: /STORED GENERATED|PERSISTENT/i.test(extra) ? 'stored' : /VIRTUAL/i.test(extra) ? 'virtual' : null,
    isRenewed: /on update current_timestamp/i.test(extra),
    identity: /auto_increment/i.test(extra) ? 'by default' : null,
    labels: labelsIn(row.type),
    characters: known.get(charset),
  };
}

/** Reads the database schema of a MySQL or MariaDB server. */
export async function readMysqlSchema(db: Kysely<never>): Promise<SchemaRows> {
  const tables = await readTables(db);
  const columns = await readColumns(db);
  const used = new Set(columns.rows.map(({ charset }) => charset).filter((it) => it !== null));
  const characters = await readCharsets(db, [...used]);
  const indexes = await readIndexes(db);
  const references = await readReferences(db);
  const checks = await readChecks(db);
  const views = await readViews(db, columns.rows);
  const keyed = indexes.rows.filter(({ index }) => index === 'PRIMARY');
  return {
    system: [],
    ...views,
    tables: tables.rows.map((row) => ({ ...row, parents: [] })),
    columns: columns.rows.map((row) => readColumn(row, characters)),
    keys: keyed.flatMap(({ schema, table, column }) => (column === null ? [] : [{ schema, table, column }])),
    constraints: checks.rows,
    indexes: indexes.rows,
    references: references.rows,
  };
}
