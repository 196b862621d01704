import { JsonApiError, type ResourceType } from '@linkage/core';
import type { ServerLimits } from '../request/limits.ts';
import type { AccessControl } from './access-control.ts';
import type { RuledRequest, RuledServer } from './context.ts';
import { guardSource } from './guard-source.ts';
import { narrowApi } from './narrow-api.ts';
import type { VisibleSource } from './permitted.ts';
import { type ReadFields, readFields } from './read-fields.ts';
import type { LinkAccess, RequestAccess } from './request-access.ts';
import { type Ruled, readLinkScope, readScope, type Scope, type UndecidedFields } from './scope.ts';

/** Caches the results of a function by key. */
function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}

/** The maximum number of members that one check reads. */
const MAX_CHECKED_MEMBERS = 10_000;

function mostChecked({ includedLinkage }: Pick<ServerLimits, 'includedLinkage'>): number {
  return Math.min(includedLinkage, MAX_CHECKED_MEMBERS);
}

/** Returns what it takes to find the links that a request changes, with access rules or without. */
export function linkAccessOf(request: RuledRequest): LinkAccess {
  const { api, sides, limits } = request.server;
  return (
    request.rules ?? {
      ...{ api, sides, most: mostChecked(limits) },
      typeOf: (name) => api.types.get(name) as ResourceType,
      unguardedSourceOf: (name) => request.monitor.sourceOf(name),
    }
  );
}

const noFields: UndecidedFields = new Map();

/** Errors of requests that could be valid if all rules returned. */
const FIRST_SERVER_ERROR = 500;

/**
 * Creates the access of a caller: an API with only the fields that the caller can read, and sources that enforce the access
 * rules.
 *
 * @param gatewayOf Returns the source of a type without access rules.
 * @param context The result of the option `context`, which identifies the caller.
 */
export async function createRequestAccess(
  {
    api,
    limits,
    sides,
  }: Pick<RuledServer, 'api' | 'sides'> & { readonly limits: Pick<ServerLimits, 'includedLinkage'> },
  control: AccessControl,
  gatewayOf: RequestAccess['unguardedSourceOf'],
  context: unknown,
): Promise<RequestAccess> {
  const readable = new Map<string, ReadFields>();
  const failed = new Map<string, unknown>();
  const typeOf = (name: string): ResourceType => api.types.get(name) as ResourceType;
  const unguardedSourceOf = once(gatewayOf);
  const ruledOf = (type: ResourceType): Ruled => ({ api, type, source: unguardedSourceOf(type.name) });
  const narrow = async (type: ResourceType): Promise<void> => {
    if (control.ruleOf(type.name).fields === undefined) return;
    try {
      const fields = await readFields(control, ruledOf(type), context);
      if (fields !== undefined) readable.set(type.name, fields);
    } catch (error) {
      // Rethrown when the request uses this type, or is invalid. Until then, treat the type as having no readable fields.
      readable.set(type.name, { names: new Set(), undecided: noFields });
      failed.set(type.name, error);
    }
  };
  await Promise.all([...api.types.values()].map(narrow));
  const scopeOf = once(async (name): Promise<Scope> => {
    if (failed.has(name)) throw failed.get(name);
    return readScope(control, ruledOf(typeOf(name)), context);
  });
  const sourceOf = once((name): VisibleSource | undefined => {
    const source = unguardedSourceOf(name);
    return source === undefined ? undefined : guardSource(access, typeOf(name), source);
  });
  const sorted = new Map([...readable].sort(([left], [right]) => (left < right ? -1 : 1)));
  const visibleApi = narrowApi(control.views, api, sorted);
  const access: RequestAccess = {
    control,
    api,
    visibleApi,
    context,
    sides,
    most: mostChecked(limits),
    typeOf,
    scopeOf,
    linkScopeOf: (name, from) => readLinkScope(control, ruledOf(typeOf(name)), context, from),
    undecidedOf: (name) => readable.get(name)?.undecided ?? noFields,
    sourceOf,
    unguardedSourceOf,
    blame: (error) =>
      failed.size > 0 && JsonApiError.is(error) && Number(error.status) < FIRST_SERVER_ERROR
        ? failed.values().next().value
        : error,
  };
  return access;
}
