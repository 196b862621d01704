import { expect, test } from 'vitest';
import { reply, scripted } from '../test/replies.ts';

test.each<[object, object]>([
  [
    { type: 'people', id: '9', meta: { since: 2020 } },
    { type: 'people', id: '9', meta: { since: 2020 } },
  ],
  // A resource that was read, with an attribute of this name.
  [
    { type: 'people', id: '9', meta: 'x', name: 'Dan' },
    { type: 'people', id: '9' },
  ],
  [
    { type: 'people', lid: 'a', name: 'Dan' },
    { type: 'people', lid: 'a' },
  ],
])('linkage to %j is %j', async (reference, identifier) => {
  const { client, requests } = scripted([() => new Response(null, { status: 204 })]);
  await client.updateRelationship('articles', '1', 'author', { replace: reference as never });
  await client.update('articles', '1', {
    attributes: { title: undefined },
    relationships: { author: undefined, comments: [reference as never] },
  });
  expect(await requests[0]?.json()).toEqual({ data: identifier });
  expect(await requests[1]?.json()).toEqual({
    data: { type: 'articles', id: '1', attributes: {}, relationships: { comments: { data: [identifier] } } },
  });
});

test('the target of an operation does not have meta', async () => {
  const { client, requests } = scripted([() => reply({ 'atomic:results': [{}] })]);
  const target = { type: 'articles', id: '1', meta: { x: 1 } } as const;
  await client.atomic((it) => [it.remove(target)]);
  expect(await requests[0]?.json()).toEqual({
    'atomic:operations': [{ op: 'remove', ref: { type: 'articles', id: '1' } }],
  });
});
