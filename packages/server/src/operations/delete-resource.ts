import { resourceNotFound } from '../loading/find-resource.ts';
import { refuseParameters } from '../request/read-query.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-deleting */
export const deleteResource: Operation<'resource'> = Object.freeze({
  kind: 'resource',
  method: 'DELETE',
  needs: ['delete'],
  async run(exchange) {
    const { route, source, parameters } = exchange;
    refuseParameters(parameters);
    const deleted = await inTransaction(exchange, async (call) => (await source.delete?.(route.id, call)) === true);
    if (!deleted) throw resourceNotFound(route.type);
    return { status: 204 };
  },
} satisfies Operation<'resource'>);
