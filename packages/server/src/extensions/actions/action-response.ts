import { type DataDocument, JsonApiError } from '@linkage/core';
import { copyMeta, formatEntityTag, noPreconditions, resultOf } from '@linkage/core/internal';
import type { ExecutingOperation } from '../../operations/context.ts';
import { execute } from '../../operations/execute.ts';
import { fetchResource } from '../../operations/fetch-resource.ts';
import type { OperationResponse } from '../../response/document/operation-response.ts';
import { markWritten } from '../check-response.ts';
import type { EndpointResponse } from '../server-extension.ts';
import type { ServedAction } from './served-action.ts';

/** The operation of an action. */
export type ActionOperation = ExecutingOperation<'collection' | 'resource'>;

/**
 * Returns the output of an action as a document contains it. In the transaction, so that an output that cannot be sent undoes the action.
 *
 * @throws {TypeError} If its schema rejects it, or it is not JSON: an error of the application.
 */
export async function outputOf({ output, type, name }: ServedAction, given: unknown): Promise<object | undefined> {
  if (output === undefined) return undefined;
  const where = `The action "${name}" of "${type}" must return its output`;
  const { issues } = await resultOf(output, given);
  if (issues !== undefined)
    throw new TypeError(`${where}: ${issues.at(0)?.message ?? 'the schema rejects the value'}.`);
  return copyMeta(given, `The output of the action "${name}" of "${type}"`, Object.freeze);
}

/** Reads the resource back for the response. Returns undefined if it does not exist for the user any more. */
export async function fetchAfterAction(inside: ActionOperation): Promise<OperationResponse | undefined> {
  const { parameters, requireIfMatch } = inside;
  const unconditional = {
    parameters,
    requireIfMatch,
    preconditions: noPreconditions,
    preference: undefined,
    body: undefined,
  };
  try {
    return await execute(
      fetchResource,
      inside.at<'resource'>(inside.route as never, unconditional) as ExecutingOperation,
    );
  } catch (thrown) {
    if (JsonApiError.is(thrown) && thrown.status === 404) return undefined;
    throw thrown;
  }
}

/** Returns the response of an action: the resource after it, and its output in `meta`. */
export function respond(result: OperationResponse | undefined, output: object | undefined): EndpointResponse {
  const body = result?.body as (DataDocument & { readonly meta?: object }) | undefined;
  if (body === undefined && output === undefined) return { status: 204 };
  const meta = output === undefined ? {} : { meta: { ...body?.meta, ...output } };
  return {
    status: 200,
    document: markWritten({ ...(body as object | undefined), ...meta }),
    etag: result?.version === undefined ? undefined : formatEntityTag(result.version, undefined),
  };
}
