import type { TypeName } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { SubjectRecord } from '../rules/subject-record.ts';
import type { AnyWrites, ServerWrites } from './server-writes.ts';

const server = createServer(blog, blogSources(), { context: () => 'Ann' });

test('names and values of writes are checked', () => {
  void server.transaction({ context: 'Ann', types: ['articles'] }, async ({ writes, call }) => {
    expectTypeOf(call.context).toEqualTypeOf<string>();
    const created = await writes.create('articles', { attributes: { title: 'New', views: 0 } });
    if (!('accepted' in created)) expectTypeOf(created).toEqualTypeOf<SubjectRecord<Blog, 'articles'>>();
    await writes.withoutRules.updateRelationship('articles', '1', 'author', { replace: { type: 'people', id: '9' } });
    // @ts-expect-error A required attribute is absent.
    await writes.create('articles', { attributes: {} });
    // @ts-expect-error An unknown attribute.
    await writes.update('articles', '1', { attributes: { titel: 'x' } });
    // @ts-expect-error A value of another type.
    await writes.update('articles', '1', { attributes: { title: 7 } });
    // @ts-expect-error A link to another type.
    await writes.update('articles', '1', { relationships: { author: { type: 'comments', id: '1' } } });
    // @ts-expect-error An unknown relationship.
    await writes.updateRelationship('articles', '1', 'writer', { replace: null });
    // @ts-expect-error An unknown type.
    await writes.delete('article', '1');
  });
  // @ts-expect-error An unknown type.
  void server.transaction({ context: 'Ann', types: ['article'] }, async () => 1);
  // @ts-expect-error A context of another type.
  void server.transaction({ context: 7 }, async () => 1);
});

test('`beforeWrite` knows the members of each write', () => {
  createServer(blog, blogSources(), {
    context: () => 'Ann',
    beforeWrite(write) {
      expectTypeOf(write.type).toEqualTypeOf<TypeName<Blog>>();
      expectTypeOf(write.call.context).toEqualTypeOf<string>();
      if (write.type === 'articles' && write.action === 'update')
        expectTypeOf(write.input.attributes.title).toEqualTypeOf<string | undefined>();
      return undefined;
    },
  });
});

test('options and servers of any API fit each API', () => {
  const options: ServerOptions = { beforeWrite: ({ type }) => void type };
  let any: ReturnType<typeof createServer> = createServer(blog, blogSources(), options);
  any = server as typeof any;
  expectTypeOf<ServerWrites>().toEqualTypeOf<AnyWrites>();
  void any.transaction({ context: 'Ann' }, ({ writes }) => writes.delete('any', '1'));
});
