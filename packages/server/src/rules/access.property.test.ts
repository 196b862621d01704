import { expect, test } from 'vitest';
import { casesOf } from '../../../core/test/runs.ts';
import { leaksOf, oracleOf } from '../../test/access-oracle.ts';
import { readRequest, type WorldRequest, writeRequest } from '../../test/access-requests.ts';
import { twinOf } from '../../test/access-twin.ts';
import {
  fieldsRuleOf,
  profilesOf,
  type Rows,
  randomOf,
  rowsOf,
  sourcesOf,
  type World,
  worldOf,
} from '../../test/access-world.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';
import type { ServerLimits } from '../request/limits.ts';

/** Requests, every one of them asked of two sets of data. `ACCESS_CASES=100000` takes a few minutes. */
const CASES = casesOf('ACCESS_CASES', { long: 10_000, short: 600 });
const READS = 8;
const WRITES = 2;
const WORLDS = CASES / (READS + WRITES);

/**
 * Small limits, so that they are reached: what is hidden must not count. Of several types it does, as the guide says; and so
 * do broken links to ids that a rule lets through.
 */
function limitsOf({ types }: World): Partial<ServerLimits> {
  const isMixed = types.some((it) => Object.values(it.relationships).some(({ targets }) => targets.length > 1));
  const isById = types.some(({ read }) => typeof read === 'object' && read.every(({ field }) => field === 'id'));
  return isMixed || isById ? {} : { includedResources: 3, includedLinkage: 10 };
}

function serverOf(world: World, rows: Rows, onError: (error: unknown) => void): Server {
  // Where missing rules reject, every write has a rule, so that the requests reach the sources.
  const writes = world.defaultAccess === 'allow' ? {} : { create: () => true, update: () => true, delete: () => true };
  const rules = world.types.map(({ name, read, fields, where }) => [
    name,
    {
      ...writes,
      ...(read === undefined ? {} : { read: () => read }),
      ...fieldsRuleOf(fields, where),
    },
  ]);
  const access = Object.fromEntries(rules);
  return createServer(world.api, sourcesOf(world, rows), {
    defaultAccess: world.defaultAccess,
    access,
    profiles: profilesOf(world),
    limits: limitsOf(world),
    onError,
  });
}

const headers = { 'content-type': 'application/vnd.api+json' };

async function answer(server: Server, { method, url, body }: WorldRequest) {
  const response = await server.handle({
    method,
    url,
    headers: body === undefined ? {} : headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, etag: response.headers['ETag'], body: response.body ?? '' };
}

/**
 * Whether a user can still read a resource after removing or replacing its members can depend on members that the
 * user cannot read, if the rule uses that relationship: the response then reveals the result of the rule. A change of what
 * the condition of an attribute compares can show this attribute: the guide warns of it.
 */
function dependsOnTheRest({ types }: World, { method, url, body }: WorldRequest): boolean {
  const [, type, , marker, relationship] = url.split('/');
  const { read, where = {} } = types.find(({ name }) => name === type) ?? {};
  const ofAttributes = Object.values(where).flat();
  const conditions = [...(typeof read === 'object' ? read : []), ...ofAttributes];
  if (method !== 'DELETE' && method !== 'PATCH') return false;
  const { relationships = {}, attributes = {} } = marker === undefined ? (JSON.parse(body ?? '{}').data ?? {}) : {};
  const changed = marker === 'relationships' ? [relationship] : Object.keys(relationships);
  const written = Object.keys(attributes);
  return (
    conditions.some(({ field }) => changed.includes(field)) || ofAttributes.some(({ field }) => written.includes(field))
  );
}

/**
 * Returns the expected status of a deletion. It empties the to-one relationships with one target type that reference the resource, so the user
 * must be able to read and write them: the response reveals that hidden resources reference it. Undefined for other requests.
 */
function deletionStatus(world: World, rows: Rows, { method, url }: WorldRequest): number | undefined {
  const [, type = '', id = '', marker] = url.split('/');
  if (method !== 'DELETE' || marker !== undefined) return undefined;
  const oracle = oracleOf(world, rows);
  if (!oracle.sees(type, id)) return 404;
  const changes = world.types.flatMap(({ name, relationships }) =>
    (rows.get(name) ?? []).flatMap((row) =>
      Object.entries(relationships).flatMap(([field, { kind, targets }]) => {
        const isLinked = row.links[field]?.some((link) => link.type === type && link.id === id) === true;
        const isOther = name !== type || row.id !== id;
        return kind === 'to-one' && targets.length === 1 && isLinked && isOther
          ? [oracle.sees(name, row.id) && oracle.reads(name, field)]
          : [];
      }),
    ),
  );
  return changes.every(Boolean) ? 204 : 403;
}

test(
  `${CASES} requests: no user sees more than the rules allow, and hidden data does not affect any response`,
  async () => {
    const statuses = new Map<number, number>();
    for (let seed = 1; seed <= WORLDS; seed++) {
      const random = randomOf(seed);
      const world = worldOf(random);
      const rows = rowsOf(random, world);
      const twin = twinOf(random, world, rows);
      const failures: unknown[] = [];
      const serve = () => [rows, twin].map((data) => serverOf(world, data, (error) => failures.push(error)));
      const readers = serve();
      const oracle = oracleOf(world, rows);
      for (const { name } of world.types) {
        const all = await answer(readers[0] as Server, { method: 'GET', url: `/${name}?fields[${name}]=` });
        const shown = JSON.parse(all.body).data.map(({ id }: { readonly id: string }) => id);
        expect(shown, `seed ${seed}: /${name}`).toEqual(oracle.visible(name));
      }
      for (let index = 0; index < READS + WRITES; index++) {
        const reads = index < READS;
        const request = (reads ? readRequest : writeRequest)(random, world, oracle);
        const servers = reads ? readers : serve();
        const where = `seed ${seed}: ${request.method} ${request.url} ${request.body ?? ''}`;
        const [one, other] = [await answer(servers[0] as Server, request), await answer(servers[1] as Server, request)];
        if (failures.length > 0) throw new Error(`${where} failed`, { cause: failures[0] });
        const deleted = [rows, twin].map((data) => deletionStatus(world, data, request));
        if (deleted[0] !== undefined) expect([one.status, other.status], where).toEqual(deleted);
        else if (!dependsOnTheRest(world, request)) expect(other, where).toEqual(one);
        // A write can change the visible resources, so compare responses to writes that start from the same data.
        if (reads && one.status === 200) expect(leaksOf(oracle, one.body), where).toEqual([]);
        statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
      }
    }
    // Otherwise the cases would say nothing.
    expect(statuses.get(200)).toBeGreaterThan(WORLDS * 4);
  },
  // A busy machine takes 30 milliseconds for each case.
  Math.max(60_000, 30 * CASES),
);
