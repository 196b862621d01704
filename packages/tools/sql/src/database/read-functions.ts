import { listNames, suggestName, usageError } from '@linkage/core/internal';
import { parseColumnType } from '@linkage/kysely/internal';
import { type Kysely, sql } from 'kysely';
import type { KnownFunction } from '../model/function-model.ts';
import type { DatabaseKind, DraftOptions } from '../model/model.ts';

/** A function, and whether clients can call it. */
interface FoundRow {
  readonly known: KnownFunction;
  readonly isAllowed: boolean;
  /** Why clients cannot call it. */
  readonly obstacle?: string | undefined;
}

interface PostgresRow extends Omit<KnownFunction, 'parameters' | 'returns' | 'comment'> {
  readonly isAllowed: boolean;
  readonly comment: string | null;
  /** Lists are strings of JSON, so that no setting of a driver changes them. */
  readonly parameters: string;
  readonly returns: string;
}

/** A routine of MariaDB or MySQL, and one of its parameters, or its result. */
interface MysqlRow {
  readonly schema: string;
  readonly name: string;
  readonly kind: string;
  readonly comment: string;
  readonly isFound: unknown;
  readonly isStable: unknown;
  readonly parameter: string | null;
  readonly mode: string | null;
  readonly type: string | null;
}

/** Describes a type, of a domain the one below it. */
function typeOf(oid: string) {
  const type = sql.ref(oid);
  return sql`(select json_build_object('typeName', format_type(case t.typtype when 'd' then t.typbasetype else t.oid end, null),
      'labels', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid in (t.oid, nullif(t.typelem, 0))),
      'row', (select rn.nspname || '.' || r.relname from pg_class r join pg_namespace rn on rn.oid = r.relnamespace
        where r.oid = t.typrelid and r.relkind <> 'c'),
      'isOpen', t.typtype in ('c', 'p'), 'isVoid', t.oid = 'void'::regtype) from pg_type t where t.oid = ${type})`;
}

/** Reads the functions and procedures of schemas of PostgreSQL. Those of triggers and of extensions are not for clients. */
async function readPostgres(
  db: Kysely<unknown>,
  schemas: readonly string[],
  roles: readonly string[],
): Promise<readonly FoundRow[]> {
  const role =
    roles.length === 0
      ? sql`select current_user::text`
      : sql`values ${sql.join(roles.map((it) => sql`(${it}::text)`))}`;
  const { rows } = await sql<PostgresRow>`
    select n.nspname as "schema", p.proname as "name", pg_function_is_visible(p.oid) as "isFound", p.provolatile <> 'v' as "isStable",
      p.proretset as "returnsSet", p.prokind = 'p' as "isProcedure", obj_description(p.oid, 'pg_proc') as "comment",
      (select bool_or(has_function_privilege(r.role, p.oid, 'execute')) from (${role}) as r (role)
        where has_schema_privilege(r.role, n.oid, 'usage')) is true as "isAllowed",
      (select coalesce(json_agg(jsonb_build_object('name', coalesce(p.proargnames[u.place], ''), 'isVariadic', u.mode = 'v',
          'hasDefault', u.number > p.pronargs - p.pronargdefaults) || ${typeOf('u.type')}::jsonb order by u.place), '[]')
        from (select a.*, coalesce(p.proargmodes[a.place], 'i') as mode,
            count(*) filter (where coalesce(p.proargmodes[a.place], 'i') in ('i', 'b', 'v')) over (order by a.place) as number
          from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as a (type, place)) u
        where u.mode in ('i', 'b', 'v'))::text as "parameters",
      ${typeOf('p.prorettype')}::text as "returns"
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where (p.prokind = 'f' or p.prokind = 'p' and p.prorettype = 'void'::regtype) and n.nspname in (${sql.join(schemas)})
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by n.nspname, p.proname`.execute(db);
  return rows.map(({ isAllowed, comment, parameters, returns, ...others }) => ({
    isAllowed,
    known: {
      ...others,
      comment: comment ?? undefined,
      parameters: withoutNulls(parameters) as KnownFunction['parameters'],
      returns: withoutNulls(returns) as KnownFunction['returns'],
    },
  }));
}

/** Why a routine of MariaDB or MySQL cannot be called by clients; undefined if it can be. */
function obstacleOf({ mode, type }: MysqlRow): string | undefined {
  if (mode !== null && mode !== 'IN') return 'has a parameter that returns a value.';
  if (type === null || valueKinds.has(parseColumnType(type).kind)) return undefined;
  return `has a parameter, or a result, of the type ${type}, which values of JSON do not have.`;
}

/** The kinds of values that a function of MariaDB or MySQL receives and returns as those of JSON. */
const valueKinds: ReadonlySet<string> = new Set(['text', 'integer', 'numeric', 'float', 'uuid', 'date']);

/** Reads the routines of schemas of MariaDB or MySQL: those of the account, and those that it can execute. */
async function readMysql(db: Kysely<unknown>, schemas: readonly string[]): Promise<readonly FoundRow[]> {
  const { rows } = await sql<MysqlRow>`
    select r.routine_schema as \`schema\`, r.routine_name as \`name\`, r.routine_type as \`kind\`, r.routine_comment as \`comment\`,
      r.routine_schema = database() as \`isFound\`, r.sql_data_access in ('NO SQL', 'READS SQL DATA') as \`isStable\`,
      p.parameter_name as \`parameter\`, p.parameter_mode as \`mode\`, p.dtd_identifier as \`type\`
    from information_schema.routines r
      left join information_schema.parameters p on p.specific_schema = r.routine_schema and p.specific_name = r.specific_name
        and p.routine_type = r.routine_type
    where r.routine_schema in (${sql.join(schemas)}) order by r.routine_schema, r.routine_name, r.routine_type, p.ordinal_position`.execute(
    db,
  );
  return [...Map.groupBy(rows, ({ schema, name, kind }) => JSON.stringify([schema, name, kind])).values()].map(
    (all): FoundRow => {
      const [first, ...others] = all as [MysqlRow, ...MysqlRow[]];
      // The place 0 is the result of a function. A procedure without parameters has a row, too.
      const parameters = first.parameter === null ? others : all;
      return {
        isAllowed: true,
        obstacle: all.map(obstacleOf).find((it) => it !== undefined),
        known: {
          ...{ schema: first.schema, name: first.name, returnsSet: false },
          ...{ isFound: Boolean(first.isFound), isStable: Boolean(first.isStable) },
          comment: first.comment === '' ? undefined : first.comment,
          parameters: parameters.map(({ parameter, type }) => ({
            ...{ name: parameter ?? '', typeName: type ?? '', hasDefault: false, isVariadic: false },
          })),
          isProcedure: first.kind === 'PROCEDURE',
          returns: { typeName: first.type ?? '', isVoid: first.kind === 'PROCEDURE' },
        },
      };
    },
  );
}

function withoutNulls(text: string): unknown {
  return JSON.parse(text, (_, value: unknown) => value ?? undefined);
}

/**
 * Returns the functions that options name: `close_year`, or `film.close_year` below the type of a table.
 *
 * @throws {Error} If a name is not that of one function, or the account must not execute it.
 */
export async function readFunctions(
  db: Kysely<unknown>,
  kind: Exclude<DatabaseKind, 'sqlite'>,
  names: readonly string[],
  schemas: readonly string[],
  roles: readonly string[] = [],
): Promise<NonNullable<DraftOptions['functions']>> {
  const rows = kind === 'postgres' ? await readPostgres(db, schemas, roles) : await readMysql(db, schemas);
  const known = rows.map((it) => it.known.name);
  return names.map((given) => {
    const dot = known.includes(given) ? -1 : given.lastIndexOf('.');
    const name = given.slice(dot + 1);
    const [found, ...more] = rows.filter((it) => it.known.name === name);
    const fail = (text: string): Error => usageError(`--function ${given} ${text}`);
    if (found === undefined)
      throw fail(`matches nothing.${suggestName(name, known)} The functions are ${listNames([...new Set(known)])}.`);
    if (more.length > 0) throw fail('matches several functions with other parameters.');
    if (!found.isAllowed) throw fail('names a function that the account cannot execute.');
    if (found.obstacle !== undefined) throw fail(found.obstacle);
    return { of: dot === -1 ? undefined : given.slice(0, dot), known: found.known };
  });
}
