import { type Api, type DocumentLimits, parseCreateAsync, parseLinkage, parseUpdateAsync } from '@linkage/core';
import { parseOperations } from '@linkage/core/atomic';
import { readActionInput, readActions, rejection, type WriteAction } from '@linkage/core/internal';

/** A write that the client is about to send: its function, the type, and the name of the relationship or the action. */
export type CheckedWrite = readonly [call: WriteAction | 'action' | 'atomic', type: string, name?: string];

/** Checks a write and the text of its document, which is null without one. Create it with `requestChecks`. */
export type RequestChecks = (write: CheckedWrite, body: string | null) => Promise<void>;

/** The server knows its limits of documents. */
const unlimited: Omit<DocumentLimits, 'errors'> = {
  bytes: Number.POSITIVE_INFINITY,
  depth: Number.POSITIVE_INFINITY,
  members: Number.POSITIVE_INFINITY,
  linkageMembers: Number.POSITIVE_INFINITY,
};
const ERRORS = 100;

async function checkAction(api: Api, body: string, type: string, name: string): Promise<void> {
  const action = readActions(type, api.declaration[type] ?? {}).find((it) => it.name === name);
  if (action !== undefined) {
    await readActionInput(action.input, JSON.parse(body), { errors: ERRORS });
    return;
  }
  throw rejection('NOT_FOUND.action', { type });
}

type Check = (api: Api, body: string, type: string, name: string) => unknown;

const limits = { ...unlimited, errors: ERRORS };
const checks: { readonly [Call in CheckedWrite[0]]: Check } = {
  create: (api, body, type) => parseCreateAsync(api, type, body, limits),
  update: (api, body, type) => parseUpdateAsync(api, type, body, limits),
  delete: () => undefined,
  updateRelationship: (api, body, type, name) => parseLinkage(api, type, name as never, body, limits),
  action: checkAction,
  atomic: (api, body) => parseOperations(api, body, { ...limits, operations: Number.POSITIVE_INFINITY }),
};

/**
 * Lets a client check its writes with the schemas of the declaration before it sends them: pass the result as the option `checks` of
 * `createClient`. What a check rejects is a `JsonApiError` like that of the server, with the same pointers. What only the server knows
 * still comes from the server. The schemas become part of your bundle.
 */
export function requestChecks(api: Api): RequestChecks {
  return async ([call, type, name = ''], body) => {
    if (body !== null) await checks[call](api, body, type, name);
  };
}
