import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { CollectionQuery, DataSource } from '../sources/port/data-source.ts';

const api = defineApi({
  people: {
    attributes: {
      name: z.string(),
      label: attribute(z.string(), {
        compute: ({ name, boss }) => `${name} of ${boss === null ? 'none' : (boss as { readonly id: string }).id}`,
        needs: ['name', 'boss'],
      }),
    },
    relationships: { boss: toOne('people'), team: toMany('people') },
  },
});

const person = (id: string, name: string, boss: string | null, team: readonly string[] = []) => ({
  id,
  name,
  boss: boss === null ? null : { type: 'people', id: boss },
  team: team.map((member) => ({ type: 'people', id: member })),
});

/** Throws for a name that is not a field of that kind, as a database does. */
function assertFields({ attributes, relationships }: CollectionQuery['selection']): void {
  const type = api.types.get('people');
  const unknown = [...attributes].filter((name) => type?.attributes.has(name) !== true);
  unknown.push(...[...relationships].filter((name) => type?.relationships.has(name) !== true));
  if (unknown.length > 0) throw new TypeError(`Unknown fields: ${unknown.join()}.`);
}

function serverFor(people: object) {
  const records = { people: [person('1', 'Ada', '2'), person('2', 'Bo', null, ['1'])] };
  const source = createMemorySources(api, records as never).people as Required<DataSource>;
  const strict: DataSource = {
    ...source,
    list(query, call) {
      assertFields(query.selection);
      return source.list(query, call);
    },
    find(ids, selection, call) {
      assertFields(selection);
      return source.find(ids, selection, call);
    },
    related(name, ids, query, call) {
      assertFields(query.selection);
      return source.related(name, ids, query, call);
    },
  };
  return createServer(api, { people: strict } as never, { defaultAccess: 'allow', access: { people } } as never);
}

test.each([
  ['GET /people?fields[people]=label', [{ label: 'Ada of 2' }, { label: 'Bo of none' }]],
  ['GET /people/1?fields[people]=label', [{ label: 'Ada of 2' }]],
  ['GET /people/2/team?fields[people]=label', [{ label: 'Ada of 2' }]],
  ['GET /people/2?fields[people]=label,team&include=team', [{ label: 'Bo of none' }, { label: 'Ada of 2' }]],
])('%s: a computed attribute receives the hidden relationship that it needs', async (line, wanted) => {
  const { document } = await send(serverFor({ fields: () => ({ except: ['boss', 'name'] }) }), line);
  const shown = [document.data, document.included ?? []].flat() as readonly { readonly attributes: object }[];
  expect(shown.map(({ attributes }) => attributes)).toEqual(wanted);
  expect(JSON.stringify(shown)).not.toContain('"boss"');
});

test('a computed attribute does not receive hidden resources', async () => {
  const server = serverFor({ fields: () => ['label'], read: () => [{ field: 'name', values: ['Ada'] }] });
  const { document } = await send(server, 'GET /people/1');
  expect(document.data.attributes).toEqual({ label: 'Ada of none' });
});
