import { type Api, JsonApiError, type ResourceType } from '@linkage/core';
import { andThen, orElse, together } from '@linkage/core/internal';
import type { ServerLimits } from '../request/limits.ts';
import type { Side, Sides } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import type { AccessControl } from './access-control.ts';
import {
  type AccessFilter,
  type Ruled,
  readAccessFilter,
  readLinkFilter,
  type UndecidedFields,
} from './access-filter.ts';
import type { LinkedFrom } from './access-rules.ts';
import type { RuledRequest, RuledServer } from './context.ts';
import type { View } from './permitted.ts';
import { type ReadFields, readFields } from './read-fields.ts';
import { readableFields, withReadable } from './readable-fields.ts';
import type { GuardedSource, LinkAccess, RequestAccess } from './request-access.ts';
import { viewOf, WHOLE_VIEW } from './view-of.ts';

/** The maximum number of members that one check reads. */
const MAX_CHECKED_MEMBERS = 10_000;

/** The values of a server that access requires. */
type RulingServer = Pick<RuledServer, 'api' | 'sides' | 'gatewayOf'> & {
  readonly limits: Pick<ServerLimits, 'includedLinkage'>;
};

/** Returns what it takes to find the links that a request changes, with access rules or without. */
export function linkAccessOf({ rules, server }: RuledRequest): LinkAccess {
  const { api, sides, limits, gatewayOf } = server;
  return (
    rules ?? {
      ...{ api, sides, most: Math.min(limits.includedLinkage, MAX_CHECKED_MEMBERS) },
      typeOf: (name) => api.types.get(name) as ResourceType,
      unguardedSourceOf: gatewayOf,
    }
  );
}

/** A source without methods stands for a missing one. It declares nothing, because nothing of it is called. */
const noSource: AnySource = Object.freeze(Object.create(null));
const noFields: UndecidedFields = new Map();
const allReadable: ReadonlyMap<string, ReadFields> = new Map();

/** Errors of requests that could be valid if all rules returned. */
const FIRST_SERVER_ERROR = 500;

/** The results of the rules `fields`. */
interface Readable {
  readonly fields: ReadonlyMap<string, ReadFields>;
  /** The failures of rules, by type. */
  readonly failed: ReadonlyMap<string, unknown>;
}

const everything: Readable = { fields: allReadable, failed: new Map() };

/** The access of one user: an API with only the fields that the user can read, and sources that enforce the access rules. */
class UserAccess implements RequestAccess {
  readonly control: AccessControl;
  readonly api: Api;
  readonly visibleApi: Api;
  readonly context: unknown;
  readonly sides: Sides;
  readonly most: number;
  readonly sourceOf: RequestAccess['sourceOf'];
  readonly unguardedSourceOf: RequestAccess['unguardedSourceOf'];
  readonly asked = new Map<Side, Awaitable<boolean>>();
  readonly #readable: Readable;
  readonly #accessFilters = new Map<string, Awaitable<AccessFilter>>();

  constructor(server: RulingServer, control: AccessControl, readable: Readable, context: unknown, view: View) {
    this.control = control;
    this.api = server.api;
    this.visibleApi = view.api;
    this.context = context;
    this.sides = server.sides;
    this.most = Math.min(server.limits.includedLinkage, MAX_CHECKED_MEMBERS);
    this.sourceOf = view.sourceOf;
    this.unguardedSourceOf = server.gatewayOf;
    this.#readable = readable;
  }

  typeOf(name: string): ResourceType {
    return this.api.types.get(name) as ResourceType;
  }

  guarded(name: string): GuardedSource {
    return { access: this, type: this.typeOf(name), source: this.unguardedSourceOf(name) ?? noSource };
  }

  writing(call: SourceCall, type: ResourceType): SourceCall {
    return this.visibleApi === this.api ? call : withReadable(call, readableFields(this, type));
  }

  ruledOf(name: string): Ruled {
    return { api: this.api, type: this.typeOf(name), source: this.unguardedSourceOf(name) };
  }

  accessFilterOf(name: string): Awaitable<AccessFilter> {
    const known = this.#accessFilters.get(name);
    if (known !== undefined) return known;
    const { failed } = this.#readable;
    let accessFilter: Awaitable<AccessFilter>;
    try {
      if (failed.has(name)) throw failed.get(name);
      accessFilter = readAccessFilter(this, name);
    } catch (reason) {
      // The rule runs once for each request, also if it fails.
      accessFilter = Promise.reject(reason);
    }
    this.#accessFilters.set(name, accessFilter);
    return accessFilter;
  }

  linkFilterOf(name: string, from: LinkedFrom<Api>): Awaitable<AccessFilter> {
    return readLinkFilter(this, name, from);
  }

  undecidedOf(name: string): UndecidedFields {
    return this.#readable.fields.get(name)?.undecided ?? noFields;
  }

  blame(error: unknown): unknown {
    const { failed } = this.#readable;
    const isOfClient = failed.size > 0 && JsonApiError.is(error) && Number(error.status) < FIRST_SERVER_ERROR;
    return isOfClient ? failed.values().next().value : error;
  }
}

/** Asks the rules `fields`, at the same time. */
function readableOf(server: RulingServer, control: AccessControl, context: unknown): Awaitable<Readable> {
  const fields = new Map<string, ReadFields>();
  const failed = new Map<string, unknown>();
  const ask = (name: string): Awaitable<void> => {
    const type = server.api.types.get(name) as ResourceType;
    const ruled = { api: server.api, type, source: server.gatewayOf(name) };
    return orElse(
      () => andThen(readFields(control, ruled, context), (read) => void (read && fields.set(name, read))),
      (reason) => {
        // Rethrown when the request uses this type, or is invalid. Until then, treat the type as having no readable fields.
        fields.set(name, { names: new Set(), undecided: noFields });
        failed.set(name, reason);
      },
    );
  };
  return andThen(together(control.narrowing, ask), () => ({ fields, failed }));
}

/**
 * Creates the access of a user. Users with the same readable fields share a view.
 *
 * @param context The result of the option `context`, which identifies the user.
 */
export function createRequestAccess(
  server: RulingServer,
  control: AccessControl,
  context: unknown,
): Awaitable<RequestAccess> {
  const create = (readable: Readable, view = viewOf(server, control, readable.fields)) =>
    new UserAccess(server, control, readable, context, view);
  if (control.narrowing.length === 0) return create(everything, control.views.get(WHOLE_VIEW));
  return andThen(readableOf(server, control, context), (readable) => create(readable));
}
