import type { Api } from '@linkage/core';
import { type Catalog, createKyselySources, type KyselySource } from '@linkage/kysely';
import { createServer, type DescribingServer } from '@linkage/server';
import type { Kysely } from 'kysely';
import { MAX_COUNTED } from '../database/estimate-rows.ts';
import type { DeclaredModel } from '../files/declare-model.ts';
import type { DraftModel, DraftType } from '../model/model.ts';

/** The requests that run at the same time: few, because the database can be that of an application that runs. */
const CONCURRENCY = 16;

/** The API that is served, and its sources. */
export interface ServedModel extends DeclaredModel {
  readonly model: DraftModel;
  readonly db: Kysely<unknown>;
  readonly catalog: Catalog;
  readonly writes: boolean;
  /** Returns about how many rows a table has. */
  readonly rowsOf: (table: DraftModel['types'][number]['table']) => number | undefined;
  /** Receives errors of requests, with their ids. */
  readonly onError: (error: unknown, id: string) => void;
}

type Sources = Readonly<Record<string, KyselySource<Api, string>>>;

/** Returns a source without the methods that write, so that the server does not have these endpoints. */
function readsOf(source: KyselySource<Api, string>) {
  const {
    create,
    createAll,
    update,
    updateAll,
    delete: remove,
    relate,
    returnsWritten,
    atomicWrites,
    checksLinks,
    transaction,
    ...reads
  } = source;
  return reads;
}

/** Returns a source without the method for new resources. */
function withoutCreate({ create, createAll, ...others }: KyselySource<Api, string>) {
  return others;
}

/** Returns the part of a source that a server has: views are read-only, and rows of which a draft lacks columns cannot be created. */
function servedPart(source: KyselySource<Api, string>, { table, lacking }: DraftType, writes: boolean): object {
  if (!writes || table.kind !== 'table') return readsOf(source);
  return lacking.length > 0 ? withoutCreate(source) : source;
}

/** Creates the server of a draft. */
export function createServedApi({
  api,
  mapping,
  model,
  db,
  catalog,
  writes,
  rowsOf,
  onError,
}: ServedModel): DescribingServer {
  const all = createKyselySources(api, db, mapping as never, { catalog }) as Sources;
  const parts = model.types.map((type) => {
    const source = all[type.name];
    return [type.name, source === undefined ? {} : servedPart(source, type, writes)] as const;
  });
  const sources = Object.fromEntries(parts);
  const large = model.types.filter(({ table }) => (rowsOf(table) ?? 0) > MAX_COUNTED);
  return createServer(api, sources as never, {
    baseUrl: '/api',
    root: true,
    limits: { concurrency: CONCURRENCY },
    pagination: { types: Object.fromEntries(large.map(({ name }) => [name, { total: 'never' as const }])) },
    onError,
  }) as unknown as DescribingServer;
}
