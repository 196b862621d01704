import { createServer, type DataSource, type Server } from '@linkage/server';
import { leaksOf, oracleOf } from '../../../server/test/access-oracle.ts';
import { readRequest } from '../../../server/test/access-requests.ts';
import { twinOf } from '../../../server/test/access-twin.ts';
import {
  fieldsRuleOf,
  ids,
  pick,
  profilesOf,
  type Random,
  type Rows,
  randomOf,
  rowsOf,
} from '../../../server/test/access-world.ts';
import { type SqlWorld, saidTerms, sqlSourcesOf, sqlWorldOf, urlOf } from './sql-world.ts';

/** Changes the sources of a server, to break a rule. */
export type Sabotage = (sources: Record<string, Required<DataSource>>) => Record<string, DataSource>;

/** Reads of each world. */
export const READS = 8;

interface Options {
  readonly worlds: number;
  readonly sabotage?: Sabotage | undefined;
  /** Findings after which the search ends. */
  readonly most?: number;
  /** Whether to compare each answer with that over tables with rows that the row filter of their type excludes. */
  readonly hasShadows?: boolean;
}

/** Rows whose links all reach a row: a row filter requires the row of a foreign key, and a filter of its id does not. */
function withoutDangling(rows: Rows): Rows {
  const exists = ({ type, id }: { readonly type: string; readonly id: string }): boolean =>
    rows.get(type)?.some((row) => row.id === id) === true;
  const kept = [...rows].map(([type, own]) => {
    const closed = own.map((row) => {
      const links = Object.entries(row.links).map(([name, others]) => [name, others.filter(exists)] as const);
      return { ...row, links: Object.fromEntries(links) };
    });
    return [type, closed] as const;
  });
  return new Map(kept);
}

function serversOf(sql: SqlWorld, random: Random, sabotage: Sabotage, onError: (error: unknown) => void) {
  const rules = sql.world.types.map((type) => {
    const { name, fields } = type;
    const read = typeof type.read === 'object' ? saidTerms(sql, type.read, random) : type.read;
    const where = Object.entries(type.where).map(([field, terms]) => [field, saidTerms(sql, terms, random)] as const);
    return [
      name,
      {
        ...(read === undefined ? {} : { read: () => read }),
        ...fieldsRuleOf(fields, Object.fromEntries(where)),
      },
    ];
  });
  const options = {
    defaultAccess: sql.world.defaultAccess,
    access: Object.fromEntries(rules),
    profiles: profilesOf(sql.world),
    limits: { includedResources: 12, includedLinkage: 12 },
    pagination: {
      includedSize: pick(random, [1, 2, Number.POSITIVE_INFINITY]),
      total: pick(random, ['always', 'on-request']),
    },
    onError,
  };
  return (rows: Rows, hasShadows: boolean = false): Server =>
    createServer(sql.world.api, sabotage(sqlSourcesOf(sql, rows, hasShadows)) as never, options as never);
}

/**
 * Asks servers over SQLite random questions under random rules. Finds what a user is shown, or not shown, against the rules;
 * answers that hidden data changes; and failures.
 */
export async function findReadDifferences({ worlds, sabotage = (it) => it, most = 1, hasShadows = false }: Options) {
  const findings: string[] = [];
  const statuses = new Map<number, number>();
  for (let seed = 1; seed <= worlds && findings.length < most; seed++) {
    const random = randomOf(seed);
    const sql = sqlWorldOf(random);
    const { world } = sql;
    const made = rowsOf(random, world);
    const rows = hasShadows ? withoutDangling(made) : made;
    const oracle = oracleOf(world, rows);
    const failures: unknown[] = [];
    const serverOf = serversOf(sql, random, sabotage, (error) => failures.push(error));
    const [server, twin] = [serverOf(rows), serverOf(twinOf(random, world, rows))];
    const shadowed = hasShadows ? serverOf(rows, true) : server;
    const ask = async (from: Server, url: string) => {
      const { status, body = '' } = await from.handle({ method: 'GET', url, headers: {} });
      return { status, body };
    };
    const find = (what: string): void => {
      findings.push(`seed ${seed}: ${what}`);
    };
    for (const { name } of world.types) {
      const list = await ask(server, `/${name}`);
      const shown = JSON.parse(list.body).data?.map(({ id }: { readonly id: string }) => id) ?? [];
      if (String(shown) !== String(oracle.visible(name))) find(`/${name} shows ${shown}, not ${oracle.visible(name)}`);
      for (const id of ids) {
        const isShown = (await ask(server, `/${name}/${id}`)).status === 200;
        const isThere = oracle.visible(name).includes(id);
        if (isShown !== isThere) find(`/${name}/${id} ${isShown ? 'is' : 'is not'} shown`);
      }
    }
    for (let index = 0; index < READS; index++) {
      const url = urlOf(sql, readRequest(random, world, oracle).url, random);
      const [one, other] = [await ask(server, url), await ask(twin, url)];
      if (one.status !== other.status || one.body !== other.body) find(`${url} tells of hidden data`);
      const third = await ask(shadowed, url);
      if (third.status !== one.status || third.body !== one.body)
        find(`${url} shows rows that the row filter excludes`);
      if (one.status === 200) for (const leak of leaksOf(oracle, one.body)) find(`${url}: ${leak}`);
      statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
    }
    if (failures.length > 0) find(`failed: ${failures[0]}`);
  }
  return { findings, statuses };
}
