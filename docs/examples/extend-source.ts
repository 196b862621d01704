import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer, extendSource, type SourceRecord } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const api = defineApi({ notes: { attributes: { title: attribute(z.string(), { filter: true }) } } });

const database = new DatabaseSync(':memory:');
database.exec("create table note (id integer primary key, title text not null); insert into note values (1, 'old')");
const db = new Kysely<unknown>({ dialect: createNodeSqliteDialect(database) });
const { notes: primary } = createKyselySources(api, db, { notes: { table: 'note', idType: 'integer' } });

// #region cache
const kept = new Map<string, { readonly until: number; readonly record: SourceRecord<typeof api, 'notes'> }>();

/** Keeps notes for a second. Without `applies`, `find` receives no conditions, so its result is the same for all users. */
const cached = extendSource(
  primary,
  {
    async find(ids, selection, call) {
      if (call.transaction !== undefined) return primary.find(ids, selection, call);
      const now = performance.now();
      const missing = ids.filter((id) => (kept.get(id)?.until ?? 0) <= now);
      const all = { attributes: new Set(['title'] as const), relationships: new Set<never>() };
      for (const record of missing.length === 0 ? [] : await primary.find(missing, all, call))
        kept.set(String(record.id), { until: now + 1000, record });
      return ids.flatMap((id) => kept.get(id)?.record ?? []);
    },
  },
  { applies: [] },
);
// #endregion

export const cachedServer = createServer(api, { notes: cached });
