import { noPreconditions, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { runInTransaction, sharedSource } from '../extensions/endpoint-transaction.ts';
import type { JsonApiRequest } from '../http.ts';
import { OperationContext } from '../reading/conditional/operation-context.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { TransactionCall } from '../sources/port/data-source.ts';
import { createWrites } from '../writing/application-writes.ts';
import { runSteps } from '../writing/write-steps.ts';
import { createCallOf } from './create-operation.ts';
import { Request } from './request.ts';
import { RequestMonitor } from './request-monitor.ts';
import type { ApplicationTransaction, TransactionOptions } from './server.ts';
import type { ServerSetup } from './server-setup.ts';

const optionTypes: OptionTable = optionTable({ context: 'any', types: 'array', signal: 'object' });
const noTypes: ReadonlySet<string> = new Set();

/** The operation of work that no client has requested. */
async function openOperation(server: ServerSetup, monitor: RequestMonitor, received: JsonApiRequest, context: unknown) {
  const request = new Request(server, received, monitor);
  request.context = context;
  if (server.access !== undefined) {
    request.see(await createRequestAccess(server, server.access, context));
  }
  return new OperationContext<'endpoint', Request>({
    ...{ request, call: createCallOf(request), route: undefined, source: undefined },
    ...{
      parameters: new URLSearchParams(),
      kept: undefined,
      preconditions: noPreconditions,
      preference: undefined,
      body: undefined,
    },
    ...{ sink: 'value', requireIfMatch: noTypes, neverStored: undefined, repeats: undefined },
  });
}

/** Runs work of the application in a transaction. See `ApplicationServer.transaction`. */
export async function runApplicationTransaction<Result>(
  server: ServerSetup,
  given: TransactionOptions,
  run: (inside: never) => Promise<Result>,
): Promise<Result> {
  const where = 'server.transaction';
  const { context, types, signal } = readOptions(where, given, optionTypes) as TransactionOptions;
  const received: JsonApiRequest = { method: '', url: '', headers: {}, ...(signal === undefined ? {} : { signal }) };
  const monitor = new RequestMonitor(server, received, undefined, true);
  const { deadline } = monitor;
  try {
    deadline.check();
    const operation = await openOperation(server, monitor, received, context);
    const written =
      types ?? [...server.api.types.keys()].filter((type) => server.sourceOf(type)?.transaction !== undefined);
    if (sharedSource(operation.request, written) === undefined)
      throw new TypeError(
        `${where}: the sources of these types do not share transactions: ${written.join(', ')}. State in \`types\` which ones you write.`,
      );
    const work = runInTransaction(operation, written, [], (inside) =>
      run(
        Object.freeze({
          call: inside.call as TransactionCall,
          writes: createWrites(inside, runSteps),
        } satisfies ApplicationTransaction) as never,
      ),
    );
    return await deadline.finish(work);
  } finally {
    deadline.end();
  }
}
