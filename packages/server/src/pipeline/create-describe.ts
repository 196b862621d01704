import type { Api } from '@linkage/core';
import { oncePer } from '@linkage/core/internal';
import type { ServerCosts } from '../extensions/describe/describe-costs.ts';
import type { ServerDescription } from '../extensions/describe/description.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import type { ServerSetup } from './server-setup.ts';

/** Loads the code on first use: most processes of a server never describe it, and it is a part of every bundle. */
async function load(server: ServerSetup, api: Api): Promise<ServerDescription> {
  const { describeServer } = await import('../extensions/describe/describe-server.ts');
  return describeServer(server, api);
}

/** Creates the function that describes a server. Describes each view of the API once. */
export function createDescribe(
  server: ServerSetup,
): (...context: readonly [context?: unknown]) => Promise<ServerDescription> {
  const describe = oncePer((api: Api) => load(server, api));
  return async (...context) => {
    const { access, api } = server;
    if (access === undefined || context.length === 0) return describe(api);
    return describe((await createRequestAccess(server, access, context[0])).visibleApi);
  };
}

/** Returns the reasons why requests of each type take more calls than they could. */
export async function loadCosts(server: ServerSetup): Promise<ServerCosts> {
  const { describeCosts } = await import('../extensions/describe/describe-costs.ts');
  return describeCosts(server);
}
