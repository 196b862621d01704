import { type KyselySource, transactionOf } from '@linkage/kysely';
import { type CollectionQuery, extendSource, type SourceCall } from '@linkage/server';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import { type Api, parameters } from './schema.ts';
import type { Session } from './sessions.ts';

type Types = keyof Api['declaration'] & string;
type Stored = { readonly [Type in Types]: KyselySource<Api, Type> };

const words = (text: string) => text.match(/[\p{L}\p{N}]+/gu)?.map((word) => `"${word}"`) ?? ['""'];
const found: Readonly<Record<Database, (text: string) => RawBuilder<unknown>>> = {
  SQLite: (text) => sql`rowid in (select rowid from issue_search where issue_search match ${words(text).join(' ')})`,
  PostgreSQL: (text) => sql`search @@ websearch_to_tsquery('simple', ${text})`,
};

/** Adds the parameter `searchText` to the collection of issues, and to each relationship with issues. */
export function searchable(stored: Stored, db: Kysely<never>, database: Database) {
  /** One more condition: pages, totals, access rules, and the filters of the client stay correct. */
  async function matching<Query extends CollectionQuery<typeof parameters>>(query: Query, call: SourceCall) {
    const text = query.parameters?.searchText;
    if (text === undefined) return query;
    const { organization } = call.context as Session;
    // The limit is that of the organization, so others cannot fill it.
    const statement = sql<{ readonly id: string }>`
      select id from issue where organization_id = ${organization} and ${found[database](text)} limit 1000`;
    const { rows } = await statement.execute(transactionOf(db, call));
    return { ...query, filter: [...query.filter, { field: 'id', operator: 'eq', values: rows.map(({ id }) => id) }] };
  }
  const related = <Type extends Types>(source: KyselySource<Api, Type>) =>
    extendSource(
      source,
      {
        related: async (relationship, ids, query, call) =>
          source.related(relationship, ids, query.page === undefined ? query : await matching(query, call), call),
      },
      { applies: ['related'], parameters: { related: parameters } },
    );
  return {
    ...stored,
    issues: extendSource(
      stored.issues,
      { list: async (query, call) => stored.issues.list(await matching(query, call), call) },
      { applies: ['list'], parameters: { list: parameters } },
    ),
    projects: related(stored.projects),
    sprints: related(stored.sprints),
    labels: related(stored.labels),
    users: related(stored.users),
  };
}
