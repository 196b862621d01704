import { listNames, suggestName, usageError } from '@linkage/core/internal';
import { type Kysely, sql } from 'kysely';
import type { KnownFunction } from '../model/function-model.ts';
import type { DraftOptions } from '../model/model.ts';

interface Row extends Omit<KnownFunction, 'parameters' | 'returns' | 'comment'> {
  readonly isAllowed: boolean;
  readonly comment: string | null;
  /** Lists are texts of JSON, so that no setting of a driver changes them. */
  readonly parameters: string;
  readonly returns: string;
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

/** Reads the functions of a schema. Those of triggers and of extensions are not for clients. */
async function readRows(db: Kysely<unknown>, schemas: readonly string[], roles: readonly string[]) {
  const role =
    roles.length === 0
      ? sql`select current_user::text`
      : sql`values ${sql.join(roles.map((it) => sql`(${it}::text)`))}`;
  const { rows } = await sql<Row>`
    select n.nspname as "schema", p.proname as "name", pg_function_is_visible(p.oid) as "isFound", p.provolatile <> 'v' as "isStable",
      p.proretset as "returnsSet", obj_description(p.oid, 'pg_proc') as "comment",
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
    where p.prokind = 'f' and n.nspname in (${sql.join(schemas)})
      and p.prorettype not in ('trigger'::regtype, 'event_trigger'::regtype)
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    order by n.nspname, p.proname`.execute(db);
  return rows;
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
  names: readonly string[],
  schemas: readonly string[],
  roles: readonly string[] = [],
): Promise<NonNullable<DraftOptions['functions']>> {
  if (names.length === 0) return [];
  const rows = await readRows(db, schemas, roles);
  const known = rows.map(({ name }) => name);
  return names.map((given) => {
    const dot = rows.some(({ name }) => name === given) ? -1 : given.lastIndexOf('.');
    const name = given.slice(dot + 1);
    const [found, ...more] = rows.filter((it) => it.name === name);
    const fail = (text: string): Error => usageError(`--function ${given} ${text}`);
    if (found === undefined)
      throw fail(`matches nothing.${suggestName(name, known)} The functions are ${listNames([...new Set(known)])}.`);
    if (more.length > 0) throw fail('matches several functions with other parameters.');
    if (!found.isAllowed) throw fail('names a function that the account cannot execute.');
    const { isAllowed, comment, parameters, returns, ...others } = found;
    const described: KnownFunction = {
      ...others,
      comment: comment ?? undefined,
      parameters: withoutNulls(parameters) as KnownFunction['parameters'],
      returns: withoutNulls(returns) as KnownFunction['returns'],
    };
    return { of: dot === -1 ? undefined : given.slice(0, dot), known: described };
  });
}
