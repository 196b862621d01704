import { noPreconditions, type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { runInTransaction, sharedSource } from '../extensions/endpoint-transaction.ts';
import { ReadRequest } from '../http.ts';
import { OperationContext } from '../reading/conditional/operation-context.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { TransactionCall } from '../sources/port/data-source.ts';
import { RequestCall } from '../sources/port/source-call.ts';
import { createWrites } from '../writing/application-writes.ts';
import { runSteps } from '../writing/write-steps.ts';
import { Request } from './request.ts';
import type { ApplicationTransaction, TransactionOptions } from './server.ts';
import type { ServerSetup } from './server-setup.ts';

const optionTypes: OptionTable = optionTable({ context: 'any', types: 'array', signal: 'object' });
const noTypes: ReadonlySet<string> = new Set();

/** The operation of work that no client has requested. */
async function openOperation(request: Request, context: unknown) {
  const { server } = request;
  request.context = context;
  if (server.access !== undefined) {
    request.see(await createRequestAccess(server, server.access, context));
  }
  return new OperationContext<'endpoint', Request>({
    ...{ request, call: new RequestCall(request), route: undefined, source: undefined },
    ...{
      parameters: new URLSearchParams(),
      kept: undefined,
      preconditions: noPreconditions,
      preference: undefined,
      body: undefined,
    },
    ...{ sink: 'value', requireIfMatch: noTypes, keyRules: undefined, repeats: undefined },
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
  const received = new ReadRequest({ method: '', url: '', headers: {}, signal });
  const request = new Request(server, received, true);
  try {
    request.check();
    const operation = await openOperation(request, context);
    const written =
      types ?? [...server.api.types.keys()].filter((type) => server.sourceOf(type)?.transaction !== undefined);
    if (sharedSource(request, written) === undefined)
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
    return await request.finish(work);
  } finally {
    request.release();
  }
}
