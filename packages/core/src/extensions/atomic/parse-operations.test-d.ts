import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../../documents/build/build-document.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany } from '../../schema/relationship.ts';
import { parseOperations, type ResolvedOperation } from './parse-operations.ts';
import { runOperations } from './run-operations.ts';

const api = defineApi({
  orders: { attributes: { reference: z.string() }, relationships: { lines: toMany('lines') } },
  lines: { attributes: { quantity: z.number() } },
});

test('operations are told apart by `kind` and `op`, resources by their type', async () => {
  const [operation] = await parseOperations(api, {});
  if (operation?.kind === 'resource' && operation.op === 'add' && operation.input.type === 'orders') {
    expectTypeOf(operation.input.attributes).toHaveProperty('reference').toBeString();
  }
  if (operation?.kind === 'resource' && operation.op === 'update' && operation.input.type === 'lines') {
    expectTypeOf(operation.input.attributes.quantity).toEqualTypeOf<number | undefined>();
  }
  if (operation?.kind === 'relationship') {
    expectTypeOf(operation.op).toEqualTypeOf<'add' | 'update' | 'remove'>();
    expectTypeOf(operation.target.type).toEqualTypeOf<'orders' | 'lines'>();
  }
  // @ts-expect-error
  await parseOperations(api, {}, { limit: 5 });
});

test('operations that run have ids, and results are documents', async () => {
  await runOperations(await parseOperations(api, {}), (operation) => {
    expectTypeOf(operation).toEqualTypeOf<ResolvedOperation<typeof api>>();
    if (operation.kind === 'relationship' || operation.op !== 'add') {
      expectTypeOf(operation.target.id).toBeString();
      return undefined;
    }
    return buildDocument(api, 'lines', { id: 1, quantity: 2 });
  });
  // @ts-expect-error
  await runOperations(await parseOperations(api, {}), () => ({ data: 5 }));
});
