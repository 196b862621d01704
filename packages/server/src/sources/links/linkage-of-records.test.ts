/** The linkage of records: carried by them, or read in one call for all others. */
import { defineApi, type RelationshipDefinition, type ResourceType, toMany, toOne } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import type { RelatedQuery, RelatedResult, SourceCall } from '../port/data-source.ts';
import { identifiersOfReferences, linkageOfRecords } from './linkage-of-records.ts';

const api = defineApi({
  articles: { attributes: {}, relationships: { tags: toMany('tags'), author: toOne('people') } },
  tags: { attributes: {} },
  people: { attributes: {} },
});
const type = api.types.get('articles') as ResourceType;
const relationshipOf = (name: string) => type.relationships.get(name) as RelationshipDefinition;
const call = {} as SourceCall;

/** A source whose articles have these links. */
function sourceOf(links: Readonly<Record<string, RelatedResult>>) {
  const calls: [readonly string[], RelatedQuery][] = [];
  const related = (_: string, ids: readonly string[], query: RelatedQuery) => {
    calls.push([ids, query]);
    return new Map(ids.flatMap((id) => (links[id] === undefined ? [] : [[id, links[id]] as const])));
  };
  return { calls, source: { related } };
}

async function read(name: string, records: readonly object[], most: number, links = {}, ids?: readonly string[]) {
  const { calls, source } = sourceOf(links);
  const linkage = await linkageOfRecords({ api, type, source }, relationshipOf(name), records, { most, ids }, call);
  const found = records.map((it) => identifiersOfReferences(linkage.of(it) ?? []).map(({ id }) => id));
  return { found, isWhole: linkage.isWhole, calls };
}

describe('the linkage of records', () => {
  test('what records contain is not read, and all others are read together', async () => {
    const records = [{ id: '1', tags: ['7'] }, { id: '2' }, { id: '3' }];
    const { found, isWhole, calls } = await read('tags', records, 10, { 2: ['8', '9'] });
    expect(found).toEqual([['7'], ['8', '9'], []]);
    expect(isWhole).toBe(true);
    expect(calls).toMatchObject([[['2', '3'], { atMost: 11 }]]);
    expect((await read('tags', records.slice(0, 1), 0)).calls).toEqual([]);
  });

  test('more members than asked for: some can be missing', async () => {
    expect(await read('tags', [{ id: '1' }], 2, { 1: ['7', '8'] })).toMatchObject({ isWhole: true });
    expect(await read('tags', [{ id: '1' }], 1, { 1: ['7', '8'] })).toMatchObject({ isWhole: false });
    expect(await read('tags', [{ id: '1', tags: ['7', '8'] }], 1)).toMatchObject({ isWhole: true });
  });

  test('a limit does not cut off to-one relationships', async () => {
    const records = [{ id: '1' }, { id: '2' }, { id: '3' }];
    const { found, isWhole, calls } = await read('author', records, 1, { 1: '5', 2: '6', 3: null });
    expect([found, isWhole, calls[0]?.[1].atMost]).toEqual([[['5'], ['6'], []], true, 3]);
  });

  test('ids are a condition on the members of a list alone', async () => {
    const filter = [{ field: 'id', operator: 'eq', values: ['7'] }];
    expect((await read('tags', [{ id: '1' }], 1, {}, ['7'])).calls[0]?.[1].filter).toEqual(filter);
    expect((await read('author', [{ id: '1' }], 1, {}, ['7'])).calls[0]?.[1].filter).toEqual([]);
  });

  test('a source that cannot return it: unknown, and not whole', async () => {
    const records = [{ id: '1', tags: ['7'] }, { id: '2' }];
    const linkage = await linkageOfRecords(
      { api, type, source: {} },
      relationshipOf('tags'),
      records,
      { most: 5 },
      call,
    );
    expect([linkage.of(records[0] as object)?.length, linkage.of(records[1] as object), linkage.isWhole]).toEqual([
      1,
      undefined,
      false,
    ]);
  });
});
