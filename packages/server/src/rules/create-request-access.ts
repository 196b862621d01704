import { JsonApiError, type ResourceType } from '@linkage/core';
import type { ServerLimits } from '../request/limits.ts';
import type { AnySource, SourceSetup } from '../sources/any-source.ts';
import type { SourceCall } from '../sources/data-source.ts';
import type { AccessControl } from './access-control.ts';
import { guardSource } from './guard-source.ts';
import { narrowApi } from './narrow-api.ts';
import type { RequestAccess } from './request-access.ts';
import { readFields, readScope, type Scope } from './scope.ts';

/** The part of the server's setup that access requires. */
interface AccessSetup extends SourceSetup {
  readonly limits: Pick<ServerLimits, 'includedLinkage'>;
}

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

/** Errors of requests that could be valid if all rules returned. */
const FIRST_SERVER_ERROR = 500;

/**
 * Creates the server setup for one request: an API with only the fields that the caller can read, and sources that
 * enforce the access rules.
 */
export async function createRequestAccess<Setup extends AccessSetup>(
  setup: Setup,
  control: AccessControl,
  { context }: Pick<SourceCall, 'context'>,
): Promise<Setup & { readonly blame: (error: unknown) => unknown }> {
  const { api, limits } = setup;
  const readable = new Map<string, ReadonlySet<string>>();
  const failed = new Map<string, unknown>();
  const narrow = async (type: ResourceType): Promise<void> => {
    if (control.ruleOf(type.name).fields === undefined) return;
    try {
      const fields = await readFields(control, type, context);
      if (fields !== undefined) readable.set(type.name, fields);
    } catch (error) {
      // Rethrown when the request uses this type, or is invalid. Until then, treat the type as having no readable fields.
      readable.set(type.name, new Set());
      failed.set(type.name, error);
    }
  };
  await Promise.all([...api.types.values()].map(narrow));
  const typeOf = (name: string): ResourceType => api.types.get(name) as ResourceType;
  const scopeOf = once(async (name): Promise<Scope> => {
    if (failed.has(name)) throw failed.get(name);
    return readScope(control, api, typeOf(name), setup.sourceOf(name), context); // sabotage: scope-kept-next-request
  });
  const sourceOf = once((name): AnySource | undefined => {
    const source = setup.sourceOf(name);
    return source === undefined ? undefined : guardSource(access, typeOf(name), source);
  });
  const sorted = new Map([...readable].sort(([left], [right]) => (left < right ? -1 : 1)));
  const visibleApi = narrowApi(control.views, api, sorted);
  const access: RequestAccess = {
    control,
    api,
    visibleApi,
    context,
    sides: setup.sides,
    most: Math.min(limits.includedLinkage, MAX_CHECKED_MEMBERS),
    typeOf,
    scopeOf,
    sourceOf,
    unguardedSourceOf: setup.sourceOf,
  };
  // Without the fields of a type, a valid request can look invalid: the client must not be told that it made a mistake.
  const blame = (error: unknown): unknown =>
    failed.size > 0 && JsonApiError.is(error) && Number(error.status) < FIRST_SERVER_ERROR
      ? failed.values().next().value
      : error;
  return Object.freeze({ ...setup, api: visibleApi, sourceOf, scopeOf, blame });
}
