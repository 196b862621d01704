import type { Api } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import type { api } from '../test/actions.ts';
import type { Client } from './client.ts';

declare const client: Client<typeof api>;
declare const untyped: Client<Api>;

test('the input, the output, and the resource of an action are typed', async () => {
  const { data } = await client.action('issues', 'close', {
    id: '1',
    input: { reason: 'x' },
    include: ['owner'],
    fields: { issues: ['owner'] },
  });
  expectTypeOf(data?.owner?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error `status` is not in the fieldset
  data?.status;
  const { meta, etag, status } = await client.action('issues', 'measure', { id: '1' }, { ifMatch: '"1"' });
  expectTypeOf(meta).toEqualTypeOf<{ size: number }>();
  expectTypeOf(status).toEqualTypeOf<number>();
  // @ts-expect-error the output has no such member
  meta.sise;
  await client.action('issues', 'measure', { id: '1' }, { ifMatch: etag, idempotencyKey: true });
  const archived = await client.action('issues', 'archive', { filter: [{ field: 'status', values: ['open'] }] });
  expectTypeOf(archived.meta.count).toEqualTypeOf<number>();
  expectTypeOf(archived.data).toEqualTypeOf<undefined>();
  client.action('issues', 'reset', {});
  client.action('issues', 'reset', { input: { hard: true } }, { idempotencyKey: true });
});

test('wrong names and values do not compile', () => {
  // @ts-expect-error the declaration requires `ifMatch`
  client.action('issues', 'measure', { id: '1' });
  // @ts-expect-error the declaration requires `ifMatch`
  client.action('issues', 'measure', { id: '1' }, { idempotencyKey: true });
  // @ts-expect-error there is no such option
  client.action('issues', 'reset', {}, { idempotencykey: true });
  // @ts-expect-error the tag is a string
  client.action('issues', 'measure', { id: '1' }, { ifMatch: 5 });
  // @ts-expect-error there is no such action
  client.action('issues', 'clos', { id: '1', input: { reason: 'x' } });
  // @ts-expect-error people have no actions
  client.action('people', 'close', { id: '9' });
  // @ts-expect-error the reason is a string
  client.action('issues', 'close', { id: '1', input: { reason: 5 } });
  // @ts-expect-error the reason is missing
  client.action('issues', 'close', { id: '1', input: {} });
  // @ts-expect-error the id is missing
  client.action('issues', 'close', { input: { reason: 'x' } });
  // @ts-expect-error the request is missing
  client.action('issues', 'close');
  // @ts-expect-error the status is open or closed
  client.action('issues', 'archive', { filter: [{ field: 'status', values: ['old'] }] });
  // @ts-expect-error there is no such path
  client.action('issues', 'close', { id: '1', input: { reason: 'x' }, include: ['owners'] });
});

test('an API whose types the compiler does not know has any action', () => {
  untyped.action('issues', 'close', { id: '1', input: { reason: 'x' } });
  untyped.action('issues', 'reset', {}, { ifMatch: '"1"' });
  // @ts-expect-error there is no such option
  untyped.action('issues', 'reset', {}, { ifmatch: '"1"' });
});
