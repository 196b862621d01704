import { createClient, errorsByPath, requestChecks } from '@linkage/client';
import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { api, server } from './declared-action.ts';

export const sent: string[] = [];
const handler = toFetchHandler(server);
const fetch = (request: Request) => {
  sent.push(request.url);
  return handler(request);
};

// #region checks
/** The declaration itself, and not only its type: its schemas become part of the bundle. */
const checks = requestChecks(api);
const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch, checks });

/** Returns the errors for the fields of a form. Nothing is sent if a schema rejects the input. */
export async function closing(id: string, reason: string, ifMatch: string) {
  try {
    await client.action('issues', 'close', { id, input: { reason } }, { ifMatch });
    return {};
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return errorsByPath(error);
  }
}
// #endregion
