import type { Api } from '@linkage/core';
import type { DescribeSetup } from '../extensions/describe/describe-setup.ts';
import type { ServerDescription } from '../extensions/describe/description.ts';
import { canOverload } from '../request/overload/overload-limits.ts';
import { createRequestAccess } from '../rules/create-request-access.ts';
import { applyToSetup } from './plug-ins.ts';
import type { ServerSetup } from './setup.ts';

/** Returns the parts that a description shows, with the profiles that always apply. */
function describedParts(setup: ServerSetup, hasContext: boolean): DescribeSetup {
  const { plugIns, access, limits, idempotency } = setup;
  const { pageRules } = applyToSetup(setup, plugIns.base, undefined);
  return {
    ...setup,
    pageRules: (types) => pageRules(types),
    hasFilterLanguage: setup.filterLanguage !== undefined,
    ...{ extensions: plugIns.extensions, profiles: plugIns.profiles, endpoints: plugIns.endpoints },
    extensionsAt: plugIns.extensionsAt,
    idempotency,
    facts: {
      hasCallers: hasContext || access !== undefined,
      hasAccess: access !== undefined,
      hasUrlLimit: Number.isFinite(limits.urlLength),
      canOverload: canOverload(limits),
      hasJobs: [...setup.api.types.keys()].some((type) => setup.sourceOf(type)?.job !== undefined),
      hasTimeLimit: limits.requestTime > 0 || limits.sourceTime > 0,
    },
  };
}

/** Loads the code on first use: most processes of a server never describe it, and it is a part of every bundle. */
async function load(setup: DescribeSetup): Promise<ServerDescription> {
  const { describeServer } = await import('../extensions/describe/describe-server.ts');
  return describeServer(setup);
}

/** Creates the function that describes a server. Describes each view of the API once. */
export function createDescribe(
  setup: ServerSetup,
  hasContext: boolean,
): (...context: readonly [context?: unknown]) => Promise<ServerDescription> {
  const known = new WeakMap<Api, Promise<ServerDescription>>();
  const describe = (narrowed: ServerSetup): Promise<ServerDescription> => {
    const before = known.get(narrowed.api);
    if (before !== undefined) return before;
    const description = load(describedParts(narrowed, hasContext));
    known.set(narrowed.api, description);
    return description;
  };
  return async (...context) => {
    if (setup.access === undefined || context.length === 0) return describe(setup);
    return describe(await createRequestAccess(setup, setup.access, { context: context[0] }));
  };
}
