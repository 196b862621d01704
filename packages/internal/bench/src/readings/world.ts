/** Servers over any number of records, in memory and in SQLite. */
import { DatabaseSync } from 'node:sqlite';
import { type Api, attribute, defineApi, formatMediaType, toMany, toOne } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import {
  atomicOperations,
  createMemorySources,
  createServer,
  cursorPagination,
  type JsonApiRequest,
  type Server,
  type ServerOptions,
} from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';
import type { Prepared } from './reading.ts';

const on = { sort: true, filter: true } as const;
const api: Api = defineApi({
  nodes: {
    attributes: { name: attribute(z.string(), on) },
    relationships: { parent: toOne('nodes', on), children: toMany('nodes', { filter: true }) },
  },
});

/** A record: the ids of its parent and of its children. */
export interface NodeRecord {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly children: readonly string[];
}

/** A server over records. */
export interface World {
  readonly server: Server;
  readonly statements?: () => number;
}

const all = Number.POSITIVE_INFINITY;
const options: ServerOptions = {
  extensions: [atomicOperations({ limit: 1e6 })],
  profiles: [cursorPagination({ key: 'a key of thirty-two bytes or more' })],
  limits: {
    bodyBytes: 1e9,
    bodyMembers: all,
    linkageMembers: all,
    includedResources: all,
    includedLinkage: all,
    pageSizeMaximum: all,
    urlLength: all,
    filterTerms: all,
    filterValues: all,
    includePaths: all,
    // The counts of V8 make everything slower.
    ...{ requestTime: 0, sourceTime: 0 },
  },
};

/** Creates a server over records in memory. */
export function memoryWorld(records: readonly NodeRecord[]): World {
  return { server: createServer(api, createMemorySources(api, { nodes: records } as never), options as never) };
}

/** Creates a server over records in SQLite, which counts its statements. */
export function sqliteWorld(records: readonly NodeRecord[]): World {
  const database = new DatabaseSync(':memory:');
  database.exec(`
    create table node (id text primary key, name text not null, parent_id text);
    create table child (node_id text, child_id text, primary key (node_id, child_id));
    create index node_name on node (name);
    create index node_parent on node (parent_id);
    begin`);
  const node = database.prepare('insert into node values (?, ?, ?)');
  const child = database.prepare('insert into child values (?, ?)');
  for (const { id, name, parent, children } of records) {
    node.run(id, name, parent);
    for (const it of children) child.run(id, it);
  }
  database.exec('commit');
  let count = 0;
  const db = new Kysely({ dialect: createNodeSqliteDialect(database), log: () => void count++ });
  const sources = createKyselySources(
    api,
    db as never,
    {
      nodes: {
        table: 'node',
        relationships: {
          parent: { column: 'parent_id' },
          children: { through: 'child', from: 'node_id', to: 'child_id' },
        },
      },
    } as never,
  );
  return { server: createServer(api, sources as never, options as never), statements: () => count };
}

const media = 'application/vnd.api+json';
const atomic = formatMediaType({ extensions: [atomicExtension.uri], profiles: [] });

/** Returns the request that a world must respond to with success. */
export function prepared({ server, ...counts }: World, request: Partial<JsonApiRequest>): Prepared {
  return {
    ...counts,
    async run() {
      const { status, body } = await server.handle({ method: 'GET', url: '/nodes', headers: {}, ...request });
      if (status >= 300) throw new Error(`${status}: ${body?.slice(0, 500)}`);
    },
  };
}

/** Returns a request with a document. */
export function writing(method: string, url: string, document: object): Partial<JsonApiRequest> {
  return { method, url, headers: { 'content-type': media }, body: JSON.stringify(document) };
}

/** Returns a request with atomic operations. */
export function operating(operations: readonly unknown[]): Partial<JsonApiRequest> {
  const headers = { accept: atomic, 'content-type': atomic };
  return { method: 'POST', url: '/operations', headers, body: JSON.stringify({ 'atomic:operations': operations }) };
}
