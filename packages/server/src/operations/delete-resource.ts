import { refuseParameters } from '../request/read-query.ts';
import { assertWritten } from '../writing/assert-written.ts';
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
    await inTransaction(exchange, async (call) => {
      assertWritten(route.type, 'delete', await source.delete?.(route.id, call));
    });
    return { status: 204 };
  },
} satisfies Operation<'resource'>);
