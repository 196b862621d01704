import type { Api } from '@linkage/core';
import type { ServerDescription } from '../extensions/describe/description.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { ServerParts } from './server-parts.ts';

/** Loads the code on first use: most processes of a server never describe it, and it is a part of every bundle. */
async function load(server: ServerParts, api: Api): Promise<ServerDescription> {
  const { describeServer } = await import('../extensions/describe/describe-server.ts');
  return describeServer(server, api);
}

/** Creates the function that describes a server. Describes each view of the API once. */
export function createDescribe(
  server: ServerParts,
): (...context: readonly [context?: unknown]) => Promise<ServerDescription> {
  const known = new WeakMap<Api, Promise<ServerDescription>>();
  const describe = (api: Api): Promise<ServerDescription> => {
    const description = known.get(api) ?? load(server, api);
    known.set(api, description);
    return description;
  };
  return async (...context) => {
    const { access, api, sourceOf } = server;
    if (access === undefined || context.length === 0) return describe(api);
    return describe((await createRequestAccess(server, access, sourceOf, context[0])).visibleApi);
  };
}
