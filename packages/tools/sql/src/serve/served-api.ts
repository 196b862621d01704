import type { Api } from '@linkage/core';
import {
  createKyselySources,
  type DatabaseSchema,
  type KyselySource,
  type RaisedErrors,
  type RequestSession,
  type SessionOf,
} from '@linkage/kysely';
import { createServer, type DescribingServer, type JsonApiRequest } from '@linkage/server';
import type { Kysely } from 'kysely';
import { MAX_COUNTED } from '../database/estimate-rows.ts';
import type { DeclaredModel } from '../files/declare-model.ts';
import type { DraftModel, DraftType } from '../model/model.ts';
import { sessionIn } from './request-role.ts';
import { actionOf, parametersOf, withFunctions } from './served-functions.ts';

/** The requests that run at the same time: few, because the database can be that of an application that runs. */
const CONCURRENCY = 16;

/** The API that is served, and its sources. */
export interface ServedModel extends DeclaredModel {
  readonly model: DraftModel;
  readonly db: Kysely<unknown>;
  readonly databaseSchema: DatabaseSchema;
  readonly writes: boolean;
  /** Returns about how many rows a table has. */
  readonly rowsOf: (table: DraftModel['types'][number]['table']) => number | undefined;
  /** The roles of PostgreSQL of which each request has one. Undefined if the rights of the connection decide. */
  readonly roles: readonly string[] | undefined;
  /** The errors that the database raises with a SQLSTATE of its own. Undefined if their strings stay in the database. */
  readonly raisedErrors: RaisedErrors | undefined;
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
    updateRelationship,
    returnsWritten,
    atomicWrites,
    checksLinks,
    transaction,
    ...reads
  } = source;
  return reads;
}

/** The methods of each write of rows. */
const methods = { create: ['create', 'createAll'], update: ['update', 'updateAll'], delete: ['delete'] } as const;

/** Returns the part of a source that a server has: the writes of rows that the account can do, and those of relationships with any of them. */
function servedPart(source: KyselySource<Api, string>, { writes: own }: DraftType, writes: boolean): object {
  if (!writes || own.length === 0) return readsOf(source);
  const closed = Object.entries(methods).flatMap(([write, names]) => (own.includes(write as 'create') ? [] : names));
  return Object.fromEntries(Object.entries(source).filter(([name]) => !closed.some((it) => it === name)));
}

/** The session of a call is its context. Servers of the same database share the function. */
const sessionOfContext: SessionOf = ({ context }) => context as RequestSession;

/** Creates the server of a draft. */
export function createServedApi({
  api,
  mapping,
  model,
  db,
  databaseSchema,
  writes,
  rowsOf,
  roles,
  raisedErrors,
  onError,
}: ServedModel): DescribingServer {
  const session = roles && sessionOfContext;
  const all = createKyselySources(api, db, mapping as never, { databaseSchema, session, raisedErrors }) as Sources;
  const parts = model.types.map((type) => {
    const source = all[type.name];
    return [type.name, source === undefined ? {} : servedPart(withFunctions(db, source, type), type, writes)] as const;
  });
  const functionsOf = model.types.map(({ name, functions }) => {
    const own = functions.filter(({ kind }) => kind !== 'list').map((it) => [it.name, actionOf(db, it)] as const);
    return [name, Object.fromEntries(own)] as const;
  });
  const lists = model.types.filter(({ functions }) => functions.some(({ kind }) => kind === 'list'));
  const sources = Object.fromEntries(parts);
  const large = model.types.filter(({ table }) => (rowsOf(table) ?? 0) > MAX_COUNTED);
  return createServer(api, sources as never, {
    baseUrl: '/api',
    root: true,
    limits: { concurrency: CONCURRENCY },
    actions: Object.fromEntries(functionsOf) as never,
    typeParameters: Object.fromEntries(lists.map((type) => [type.name, parametersOf(type)])),
    ...(roles !== undefined && {
      context: ({ headers }: JsonApiRequest) => sessionIn(headers, roles),
      vary: ['Linkage-Role', 'Linkage-Claims'],
    }),
    pagination: { types: Object.fromEntries(large.map(({ name }) => [name, { total: 'never' as const }])) },
    onError,
  }) as unknown as DescribingServer;
}
