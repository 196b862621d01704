import { parseCreate } from '@linkage/core';
import { assertType, expectTypeOf, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { OperationTarget } from './operation-request.ts';
import type { EndpointRequest, ExtensionEndpoint } from './server-extension.ts';

const place = { name: 'publish', path: '/articles/{id}/-actions/publish', method: 'POST', statuses: [204] } as const;

test('an operation names a type, and a relationship of the API', () => {
  type Target = OperationTarget<Blog>;
  assertType<Target>({ type: 'articles' });
  assertType<Target>({ type: 'articles', id: '1', relationship: 'author' });
  assertType<Target>({ href: '/articles/1' });
  // @ts-expect-error there is no such type
  assertType<Target>({ type: 'article', id: '1' });
  // @ts-expect-error there is no such relationship
  assertType<Target>({ type: 'articles', id: '1', relationship: 'autor' });
  assertType<OperationTarget>({ type: 'anything', relationship: 'any' });
});

test('endpoints and actions of a server know its types', () => {
  createServer(blog, blogSources(), {
    context: () => ({ name: 'ann' }),
    endpoints: [
      {
        ...place,
        async run({ call, context, execute, transaction, canReadSome, sharesTransactions }) {
          expectTypeOf([call.context, context]).toEqualTypeOf<{ name: string }[]>();
          await execute({ method: 'DELETE', target: { type: 'articles', id: '1' } });
          // @ts-expect-error there is no such type
          await execute({ method: 'DELETE', target: { type: 'article', id: '1' } });
          await transaction(['articles', 'people'], (inside) =>
            // @ts-expect-error there is no such relationship
            inside.execute({ method: 'GET', target: { type: 'articles', id: '1', relationship: 'autor' } }),
          );
          // @ts-expect-error there is no such type
          await transaction(['article'], async () => undefined);
          // @ts-expect-error there is no such type
          await canReadSome('article');
          // @ts-expect-error there is no such type
          sharesTransactions(['article']);
          return { status: 204 };
        },
      },
    ],
  });
});

test('an endpoint knows the headers that it asks for, and its document is an object', () => {
  createServer(blog, blogSources(), {
    endpoints: [
      {
        ...place,
        headers: ['If-None-Match', 'x-reason'],
        run({ headers, document }) {
          expectTypeOf(headers['if-none-match']).toEqualTypeOf<string | undefined>();
          // @ts-expect-error it does not ask for this field
          headers['if-match'];
          expectTypeOf(document?.data).toEqualTypeOf<unknown>();
          // @ts-expect-error nothing is known of the data
          document?.data.id;
          parseCreate(blog, 'articles', document).attributes.title satisfies string;
          return { status: 204 };
        },
      },
      {
        ...place,
        name: 'unpublish',
        path: '/articles/{id}/-actions/unpublish',
        run({ headers }) {
          // @ts-expect-error no endpoint of the server asks for it
          headers['x-other'];
          return { status: 204 };
        },
      },
    ],
  });
  const any: ExtensionEndpoint = {
    ...place,
    headers: ['x-reason'],
    run: ({ headers }) => ({ status: headers['x'] ? 204 : 200 }),
  };
  createServer(blog, blogSources(), { endpoints: [any] });
});

const satisfiesAny = ({ placeholders }: EndpointRequest): string | undefined => placeholders['any'];

test('an endpoint knows the placeholders of its path, and the headers that it asks for', () => {
  createServer(blog, blogSources(), {
    context: ({ method }) => ({ name: method }),
    endpoints: [
      {
        ...{ name: 'report', method: 'GET', statuses: [200] },
        path: '/reports/{year}/{month}',
        headers: ['X-Reason'],
        run(request) {
          const { placeholders, headers, call } = request;
          expectTypeOf(placeholders).toEqualTypeOf<{ readonly year: string; readonly month: string }>();
          expectTypeOf(call.context).toEqualTypeOf<{ name: string }>();
          satisfiesAny(request);
          // @ts-expect-error the path does not contain {yaer}
          placeholders.yaer;
          return { status: headers['x-reason'] ? 200 : 204 };
        },
      },
      {
        ...{ name: 'bulk', method: 'DELETE', statuses: [204] },
        path: '/bulk/{type}',
        async run({ placeholders, headers, execute }) {
          // @ts-expect-error another endpoint has this placeholder
          placeholders.year;
          // @ts-expect-error another endpoint asks for it
          headers['x-reason'];
          await execute({ method: 'GET', target: { type: placeholders.type } });
          return { status: 204 };
        },
      },
      {
        ...{ name: 'ping', method: 'GET', statuses: [204] },
        path: '/ping',
        run({ placeholders }) {
          // @ts-expect-error the path has no placeholders
          placeholders.id;
          return { status: 204 };
        },
      },
    ],
  });
});

test('an endpoint for any API fits each API', () => {
  const any: ExtensionEndpoint = {
    ...place,
    versionOf: 'articles',
    run: async ({ execute, placeholders }) => {
      await execute({ method: 'DELETE', target: { type: placeholders['type'] ?? '', id: '1' } });
      return { status: 204 };
    },
  };
  createServer(blog, blogSources(), { endpoints: [any] });
  createServer(blog, blogSources(), { context: () => 5, endpoints: [any] });
  const list: readonly ExtensionEndpoint[] = [any];
  createServer(blog, blogSources(), { context: () => 5, endpoints: list });
  createServer(blog, blogSources(), {
    endpoints: [
      ...list,
      {
        ...place,
        run({ placeholders }) {
          expectTypeOf(placeholders).toEqualTypeOf<Readonly<Record<string, string>>>();
          return { status: 204 };
        },
      },
    ],
  });
  createServer(blog, blogSources(), { endpoints: [] });
});
