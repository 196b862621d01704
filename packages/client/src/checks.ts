import { type Api, type DocumentLimits, parseCreateAsync, parseLinkage, parseUpdateAsync } from '@linkage/core';
import { parseOperations } from '@linkage/core/atomic';
import { readActionInput, readActions, rejection } from '@linkage/core/internal';

/** A write that the client is about to send: its function, the type, and the name of the relationship or the action. */
export type CheckedWrite = readonly [
  call: 'create' | 'update' | 'delete' | 'relate' | 'action' | 'atomic',
  type: string,
  name?: string,
];

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

async function checkAction(api: Api, type: string, name: string, body: string): Promise<void> {
  const action = readActions(type, api.declaration[type] ?? {}).find((it) => it.name === name);
  if (action !== undefined) {
    await readActionInput(action.input, JSON.parse(body), { errors: ERRORS });
    return;
  }
  throw rejection('NOT_FOUND.action', { type });
}

async function check(api: Api, [call, type, name = '']: CheckedWrite, body: string): Promise<void> {
  const limits = { ...unlimited, errors: ERRORS };
  if (call === 'create') await parseCreateAsync(api, type, body, limits);
  else if (call === 'update') await parseUpdateAsync(api, type, body, limits);
  else if (call === 'relate') parseLinkage(api, type, name as never, body, limits);
  else if (call === 'action') await checkAction(api, type, name, body);
  else await parseOperations(api, body, { ...limits, operations: Number.POSITIVE_INFINITY });
}

/**
 * Lets a client check its writes with the schemas of the declaration before it sends them: pass the result as the option `checks` of
 * `createClient`. What a check rejects is a `JsonApiError` like that of the server, with the same pointers. What only the server knows
 * still comes from the server. The schemas become part of your bundle.
 */
export function requestChecks(api: Api): RequestChecks {
  return async (write, body) => (body === null ? undefined : check(api, write, body));
}
