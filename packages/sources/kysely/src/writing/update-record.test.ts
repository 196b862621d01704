import { JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { call, idsOf, openNewsroom, query, select } from '../../test/newsroom.ts';

type Newsroom = ReturnType<typeof openNewsroom>;

function identifiers(type: string, ...ids: readonly string[]): readonly ResourceIdentifierObject[] {
  return ids.map((id) => ({ type, id }));
}

async function membersOf({ sources }: Newsroom, relationship: string, id = 'a') {
  const page = (await sources.articles.related(relationship as 'tags', [id], query(), call)).get(id);
  return idsOf((page as { records: object[] }).records).join(' ');
}

describe('update', () => {
  const changes = { type: 'articles', id: 'a', attributes: {}, relationships: {} } as const;

  test('changes the given fields and keeps the others, in one statement', async () => {
    const { sources, statements } = openNewsroom();
    const updated = await sources.articles.update('a', { ...changes, attributes: { words: null } }, call);
    expect(updated).toEqual({
      id: 'a',
      title: 'Alpha',
      words: null,
      published: true,
      labels: ['x', 'y'],
      author: 1,
    });
    expect(statements).toHaveLength(1);
  });

  test('an empty change returns the current record', async () => {
    const { sources } = openNewsroom();
    expect(await sources.articles.update('a', changes, call)).toMatchObject({ id: 'a', title: 'Alpha' });
  });

  test('returns null if the resource does not exist', async () => {
    const { sources } = openNewsroom();
    const relationships = { tags: identifiers('tags', 't3') } as never;
    expect(await sources.articles.update('nope', { ...changes, attributes: { words: 1 } }, call)).toBeNull();
    expect(await sources.articles.update('nope', { ...changes, relationships }, call)).toBeNull();
    expect(
      await sources.people.update('01', { type: 'people', id: '01', attributes: {}, relationships: {} }, call),
    ).toBeNull();
  });

  test('replaces relationships completely or not at all', async () => {
    const newsroom = openNewsroom();
    const { sources } = newsroom;
    const author = { type: 'people', id: '2' } as const;
    await sources.articles.update(
      'a',
      { ...changes, relationships: { author, tags: [{ type: 'tags', id: 't3' }] } },
      call,
    );
    expect(await membersOf(newsroom, 'tags')).toBe('t3');
    const bad = {
      author: null,
      tags: [
        { type: 'tags', id: 't1' },
        { type: 'tags', id: 'nope' },
      ],
    } as const;
    await expect(sources.articles.update('a', { ...changes, relationships: bad }, call)).rejects.toSatisfy(
      JsonApiError.is,
    );
    expect(await membersOf(newsroom, 'tags')).toBe('t3');
    expect(await sources.articles.find(['a'], select([], ['author']), call)).toEqual([{ id: 'a', author: 2 }]);
  });
});

describe('updateRelationship', () => {
  test('to-one is replaced, and emptied by null', async () => {
    const { sources, statements } = openNewsroom();
    expect(
      await sources.articles.updateRelationship('a', 'author', { replace: { type: 'people', id: '2' } }, call),
    ).toBe(true);
    expect(statements).toHaveLength(1);
    expect(await sources.articles.find(['a'], select([], ['author']), call)).toEqual([{ id: 'a', author: 2 }]);
    expect(await sources.articles.updateRelationship('a', 'author', { replace: null }, call)).toBe(true);
    expect(await sources.articles.find(['a'], select([], ['author']), call)).toEqual([{ id: 'a', author: null }]);
    expect(await sources.articles.updateRelationship('nope', 'author', { replace: null }, call)).toBe(false);
    await expect(
      sources.articles.updateRelationship('a', 'author', { add: identifiers('people', '1') }, call),
    ).rejects.toThrow('to-one');
  });

  test('in a join table, adding twice adds once, and removing a missing member changes nothing', async () => {
    const newsroom = openNewsroom();
    const { updateRelationship } = newsroom.sources.articles;
    expect(await updateRelationship('a', 'tags', { add: identifiers('tags', 't3', 't1', 't3') }, call)).toBe(true);
    expect(await updateRelationship('a', 'tags', { add: identifiers('tags', 't3') }, call)).toBe(true);
    expect(await membersOf(newsroom, 'tags')).toBe('t1 t2 t3');
    expect(await updateRelationship('a', 'tags', { remove: identifiers('tags', 't1', 'nope') }, call)).toBe(true);
    expect(await membersOf(newsroom, 'tags')).toBe('t2 t3');
    expect(await updateRelationship('a', 'tags', { replace: identifiers('tags', 't1', 't3') }, call)).toBe(true);
    expect(await membersOf(newsroom, 'tags')).toBe('t1 t3');
    expect(await updateRelationship('a', 'tags', { replace: [] }, call)).toBe(true);
    expect(await membersOf(newsroom, 'tags')).toBe('');
    expect(await membersOf(newsroom, 'tags', 'b')).toBe('t2');
    expect(await updateRelationship('a', 'tags', { add: [] }, call)).toBe(true);
  });

  test('adding twice adds once, also in a join table without a key', async () => {
    const { database, sources } = openNewsroom();
    const add = identifiers('articles', 'b', 'd');
    for (let times = 0; times < 2; times++) await sources.articles.updateRelationship('a', 'related', { add }, call);
    expect(database.prepare("select to_id from article_link where from_id = 'a'").all()).toHaveLength(3);
  });

  test('members by their own foreign key move over', async () => {
    const newsroom = openNewsroom();
    const { people } = newsroom.sources;
    const articlesOf = async (id: string) => {
      const page = (await people.related('articles', [id], query(), call)).get(id);
      return idsOf((page as { records: object[] }).records).join('');
    };
    expect(await people.updateRelationship('1', 'articles', { add: identifiers('articles', 'c', 'a') }, call)).toBe(
      true,
    );
    expect([await articlesOf('1'), await articlesOf('2')]).toEqual(['abc', 'e']);
    expect(await people.updateRelationship('1', 'articles', { remove: identifiers('articles', 'b', 'e') }, call)).toBe(
      true,
    );
    expect([await articlesOf('1'), await articlesOf('2')]).toEqual(['ac', 'e']);
    expect(await people.updateRelationship('1', 'articles', { replace: identifiers('articles', 'd', 'a') }, call)).toBe(
      true,
    );
    expect(await articlesOf('1')).toBe('ad');
    expect(await people.updateRelationship('1', 'articles', { replace: [] }, call)).toBe(true);
    expect(await articlesOf('1')).toBe('');
    expect(await people.updateRelationship('7', 'articles', { add: [] }, call)).toBe(false);
    expect(await people.updateRelationship('07', 'articles', { remove: [] }, call)).toBe(false);
  });

  test('a member that requires a parent cannot be removed: the client receives an error', async () => {
    const newsroom = openNewsroom();
    const removal = newsroom.sources.articles.updateRelationship('a', 'comments', { replace: [] }, call);
    await expect(removal).rejects.toMatchObject({ status: 409, errors: [{ code: 'CONSTRAINT_VIOLATED' }] });
    expect(await membersOf(newsroom, 'comments')).toBe('1 2');
  });

  test('a missing member is rejected and nothing changes', async () => {
    const newsroom = openNewsroom();
    const { sources } = newsroom;
    const code = 'RELATED_RESOURCE_NOT_FOUND';
    const tags = sources.articles.updateRelationship('a', 'tags', { replace: identifiers('tags', 't3', 'nope') }, call);
    await expect(tags).rejects.toMatchObject({ errors: [{ code }] });
    const comments = sources.articles.updateRelationship(
      'a',
      'comments',
      { add: identifiers('comments', '3', '03') },
      call,
    );
    await expect(comments).rejects.toMatchObject({ errors: [{ code }] });
    expect([await membersOf(newsroom, 'tags'), await membersOf(newsroom, 'comments')]).toEqual(['t1 t2', '1 2']);
  });
});

describe('delete', () => {
  test('returns true, and false if the resource did not exist', async () => {
    const { sources, statements } = openNewsroom();
    expect(await sources.tags.delete('t1', call)).toBe(true);
    expect(statements).toHaveLength(1);
    expect(await sources.tags.delete('t1', call)).toBe(false);
    expect(await sources.tags.delete("t2' or 1=1 --", call)).toBe(false);
    expect(await sources.people.delete('01', call)).toBe(false);
    expect((await sources.tags.list(query(), call)).records).toHaveLength(2);
  });

  test('a resource that others require cannot be deleted: the client receives an error', async () => {
    const { sources } = openNewsroom();
    await expect(sources.people.delete('1', call)).rejects.toMatchObject({
      status: 409,
      errors: [{ code: 'CONSTRAINT_VIOLATED', detail: 'Other resources reference this resource.' }],
    });
  });
});
