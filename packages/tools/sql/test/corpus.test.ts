/**
 * A corpus of schemas of different makers: each GET, each write of each type, and each round trip. No request is 5xx, and what was written is
 * read again.
 */
import { isDeepStrictEqual } from 'node:util';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { someOf } from '../../../core/test/runs.ts';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import { requestsTo } from '../../../sources/kysely/test/requests.ts';
import { useDatabase } from '../../../sources/kysely/test/use-database.ts';
import { readChecksOf } from '../src/database/read-checks.ts';
import { type DraftAttribute, type DraftModel, type DraftType, declareModel, draftModel } from '../src/index.ts';
import type { DraftValue } from '../src/model/draft-value.ts';
import { type CorpusSchema, corpus, corpusScript, dialects } from './schemas/corpus.ts';
import { walk } from './walk.ts';

/** Returns a value of a kind, another one for each number. */
function sampleOf(value: DraftValue, number: number): unknown {
  switch (value.kind) {
    case 'text':
      return `é${number}`.slice(0, value.maxLength);
    case 'integer':
      return Math.min(value.max ?? 100, Math.max(value.min ?? 0, number % 100));
    case 'large integer':
      return String(9_007_199_254_740_993n + BigInt(number));
    case 'decimal':
      return `${number}.2500`;
    case 'number':
      return number + 0.5;
    case 'boolean':
      return number % 2 === 0;
    case 'uuid':
      return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    case 'date':
      return `2026-02-${String((number % 28) + 1).padStart(2, '0')}`;
    case 'instant':
      return `2026-02-03T04:05:${String(number % 60).padStart(2, '0')}.000Z`;
    case 'local time':
      return `2026-02-03T04:05:${String(number % 60).padStart(2, '0')}`;
    case 'bytes':
      return btoa(String(number).padStart(20, '0'));
    case 'json':
      return { number };
    case 'enum':
      return value.labels[number % value.labels.length];
    case 'array':
      return [sampleOf(value.of, number), null];
  }
}

/** Whether a value was read as it was written: times can have another form. */
function isSame(sent: unknown, read: unknown, { kind }: DraftValue): boolean {
  if (isDeepStrictEqual(sent, read)) return true;
  const isTime = kind === 'instant' || kind === 'local time';
  return isTime && new Date(String(sent)).getTime() === new Date(String(read)).getTime();
}

/** Returns the values that a column takes: those of times are strings for a draft of SQLite. */
function takenBy({ table }: DraftType, { column, value }: DraftAttribute): DraftValue {
  const kind = table.columns.get(column)?.type.kind;
  if (value.kind !== 'text') return value;
  return kind === 'date' ? { kind } : kind === 'timestamp' ? { kind: 'instant' } : value;
}

/** The types whose strings have a form that a sample does not have. */
const formed = /^(?:inet|tstzrange|interval)/;

/** Returns the types in an order in which each is after those that it requires. */
function inOrder(types: readonly DraftType[]): readonly DraftType[] {
  const done = new Set<DraftType>();
  const add = (type: DraftType): void => {
    if (done.has(type)) return;
    const own = type.relationships.filter(({ storage, target }) => 'column' in storage && target !== type.name);
    for (const { target } of own) for (const it of types) if (it.name === target && !done.has(it)) add(it);
    done.add(type);
  };
  for (const type of types) add(type);
  return [...done];
}

/** Writes resources of all types, and returns what is wrong. */
async function sweep(server: Parameters<typeof requestsTo>[0], { types }: DraftModel): Promise<readonly string[]> {
  const send = requestsTo(server);
  const problems: string[] = [];
  const ids = new Map<string, string>();
  let number = 0;
  async function request(line: string, expected: number | undefined, data?: unknown) {
    const answer = await send(line, data);
    const isWrong = expected === undefined ? answer.status >= 500 : answer.status !== expected;
    if (isWrong)
      problems.push(`${answer.status} ${line} ${JSON.stringify(data)} ${JSON.stringify(answer.document.errors)}`);
    return answer.document;
  }
  function newResource(type: DraftType) {
    const { name, idBy, idType, relationships, attributes, table, key } = type;
    number++;
    const sent = attributes.filter(
      ({ write, typeName }) => (write === true || write === 'create') && !formed.test(typeName),
    );
    const links = relationships.flatMap(({ kind, name: field, target, targets, write }) => {
      const id = ids.get(target);
      const isSent = kind === 'to-one' && targets === undefined && (write === true || write === 'create');
      return isSent && id !== undefined && target !== name ? [[field, { data: { type: target, id } }] as const] : [];
    });
    const column = table.columns.get(String(key.at(0)));
    const referenced = relationships.find(({ storage }) => 'column' in storage && storage.column === key.at(0));
    const made = column?.type.kind === 'binary' ? String(number).padStart(40, '0') : `k${number}`;
    const id = (referenced && ids.get(referenced.target)) ?? (idType.at(0) === 'integer' ? String(number) : made);
    return {
      ...{ type: name, ...(idBy === 'client' && { id }) },
      attributes: Object.fromEntries(sent.map((it) => [it.name, sampleOf(takenBy(type, it), number)])),
      relationships: Object.fromEntries(links),
    };
  }
  const closed = (type: DraftType): boolean => !type.writes.includes('create');
  for (const type of inOrder(types)) {
    if (closed(type)) continue;
    const first = newResource(type);
    const created = await request(`POST /${type.name}`, 201, first);
    if (created.data === undefined) continue;
    const { id } = created.data;
    ids.set(type.name, id);
    const url = `/${type.name}/${encodeURIComponent(id)}`;
    const shown = `${url}?fields[${type.name}]=${[...type.attributes, ...type.relationships].map((it) => encodeURIComponent(it.name)).join()}`;
    const read = (await request(`GET ${shown}`, 200)).data ?? { attributes: {} };
    for (const attribute of type.attributes) {
      const { name, write, typeName } = attribute;
      const value = takenBy(type, attribute);
      if (name in first.attributes && !isSame(first.attributes[name], read.attributes[name], value))
        problems.push(
          `${type.name}.${name}: wrote ${JSON.stringify(first.attributes[name])}, read ${JSON.stringify(read.attributes[name])}`,
        );
      if (write !== true && write !== 'update') continue;
      const isFormed = formed.test(typeName);
      const next = sampleOf(value, ++number);
      await request(`PATCH ${url}`, isFormed ? undefined : 200, { type: type.name, id, attributes: { [name]: next } });
      const again = (await request(`GET ${shown}`, 200)).data?.attributes[name];
      if (!isFormed && !isSame(next, again, value))
        problems.push(`${type.name}.${name}: wrote ${JSON.stringify(next)}, read ${JSON.stringify(again)}`);
      for (const wrong of [null, 'x'.repeat(5000), -1, '\u0000', [], {}, 1e300, true])
        await request(`PATCH ${url}`, undefined, { type: type.name, id, attributes: { [name]: wrong } });
      for (const text of ['x', '1', 'null', '%00', '9'.repeat(40)])
        await request(`GET /${type.name}?filter[${encodeURIComponent(name)}]=${text}`, undefined);
    }
    for (const { name, kind, target, write } of type.relationships) {
      const other = ids.get(target);
      const link = other === undefined ? null : { type: target, id: other };
      const linkage = kind === 'to-one' ? link : link === null ? [] : [link];
      const expected = write === true ? undefined : 403;
      await request(`PATCH ${url}/relationships/${name}`, expected, linkage);
      await request(`PATCH ${url}/relationships/${name}`, expected, kind === 'to-one' ? null : []);
      if (kind === 'to-many') await request(`POST ${url}/relationships/${name}`, expected, linkage);
      await request(
        `PATCH ${url}/relationships/${name}`,
        undefined,
        kind === 'to-one' ? { type: target, id: '0' } : [{ type: target, id: '0' }],
      );
      await request(`GET ${url}/${name}`, 200);
    }
    await request(`POST /${type.name}`, undefined, { ...first, ...(first.id !== undefined && { id: first.id }) });
    await request(`POST /${type.name}`, undefined, { type: type.name });
    await request(`PATCH ${url}`, undefined, { type: type.name, id, attributes: {} });
  }
  for (const [path, text] of await walk(server as never, { types } as never))
    if (!text.startsWith('200 ')) problems.push(`GET ${path}: ${text.slice(0, 300)}`);
  for (const [name, id] of [...ids].reverse()) {
    if (types.find((it) => it.name === name)?.writes.includes('delete') !== true) continue;
    await request(`DELETE /${name}/${encodeURIComponent(id)}`, undefined);
  }
  return problems;
}

const kinds = { PostgreSQL: 'postgres', MariaDB: 'mysql', SQLite: 'sqlite' } as const;
const cases = corpus.flatMap((schema) => schema.on.map((on) => [on, schema.name, schema] as const));

test('the corpus has schemas of twelve makers', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(12);
});

describe.each(someOf<(typeof cases)[number]>(cases, 8))('%s: %s', (on, _, schema: CorpusSchema) => {
  const database = everyDatabase.find(({ name }) => name === on);
  const kind = kinds[on];
  describe.skipIf(database?.missing !== undefined)(database?.missing ?? 'reads and writes', () => {
    const used = useDatabase<never>(database?.open as never, corpusScript(schema, dialects[on]));

    test('each request has a response of its own, and each value is read as it was written', async () => {
      const databaseSchema = await readDatabaseSchema(used.db);
      const checks = await readChecksOf(used.db as never, kind, on === 'MariaDB' ? 'MariaDB' : '');
      const schemas = on === 'PostgreSQL' ? ['public'] : undefined;
      const model = draftModel(databaseSchema, {
        database: kind,
        schemas,
        checks,
        filter: 'all',
        hasRight: () => true,
      });
      const { api, mapping } = declareModel(model);
      const failures: string[] = [];
      const sources = createKyselySources(api, used.db, mapping as never, {
        databaseSchema,
        onWarning: () => undefined,
      });
      const onError = (error: unknown): void => void failures.push(String(error));
      const problems = await sweep(createServer(api, sources as never, { onError } as never) as never, model);
      expect([...problems.slice(0, 20), ...failures.slice(0, 5)]).toEqual([]);
      const written = model.types.filter(({ writes }) => writes.includes('create'));
      expect(written.length).toBeGreaterThanOrEqual(Object.keys(schema.tables).length - 2);
    }, 60_000);
  });
});
