/** What the option `afterWrite` learns of a deletion over memory: other resources that it deletes or unlinks, also in a circle. */
import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { CompletedWrite } from '../writing/hooks/write-hooks.ts';

const name = attribute(z.string(), {});
const api = defineApi({
  folders: {
    attributes: { name },
    relationships: { parent: toOne('folders', { onDelete: 'cascade' }), tags: toMany('tags') },
  },
  files: { attributes: { name }, relationships: { folder: toOne('folders', { onDelete: 'cascade' }) } },
  links: { attributes: { name }, relationships: { file: toOne('files'), folders: toMany('folders') } },
  tags: { attributes: { name } },
});

function open(options: object = {}) {
  const folder = (id: string, parent: string | null, tags: readonly string[] = []) => ({ id, name: id, parent, tags });
  const sources = createMemorySources(api, {
    tags: [{ id: 't', name: 'T' }],
    folders: [folder('a', 'c', ['t']), folder('b', 'a', ['t']), folder('c', 'b'), folder('d', null)],
    files: [
      { id: '1', name: 'one', folder: 'b' },
      { id: '2', name: 'two', folder: 'd' },
    ],
    links: [{ id: 'x', name: 'X', file: '1', folders: ['a', 'd'] }],
  } as never);
  const told: unknown[] = [];
  const afterWrite = ({ type, id, action, changes, causedBy, untold }: CompletedWrite) =>
    void told.push([`${action} ${type} ${id}`, changes, causedBy?.id ?? untold]);
  return { server: createServer(api, sources, { afterWrite, ...options } as never), told };
}

const ref = (type: string, id: string) => ({ type, id });

test('a circle of folders, their files, and links to both', async () => {
  const { server, told } = open();
  expect((await send(server, 'DELETE /folders/a')).status).toBe(204);
  const folder = (id: string, parent: string, tags: readonly string[]) => ({
    name: { from: id },
    parent: { from: ref('folders', parent) },
    tags: { from: tags.map((it) => ref('tags', it)) },
  });
  expect(told).toEqual([
    ['delete folders a', folder('a', 'c', ['t']), undefined],
    ['delete folders b', folder('b', 'a', ['t']), 'a'],
    ['delete folders c', folder('c', 'b', []), 'a'],
    ['delete files 1', { name: { from: 'one' }, folder: { from: ref('folders', 'b') } }, 'a'],
    // Links that are stored apart are those of the deleted resource, if its type has a relationship for them.
    ['updateRelationship links x', { file: { from: ref('files', '1'), to: null } }, 'a'],
  ]);
});

test('more than the limit: the first call names the types', async () => {
  const { server, told } = open({ limits: { includedLinkage: 1 } });
  expect((await send(server, 'DELETE /folders/a')).status).toBe(204);
  const [[, , untold]] = told as [readonly [string, object, readonly string[]]];
  expect(untold).toContain('folders');
});
