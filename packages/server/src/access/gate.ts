import type { Api, ResourceType } from '@linkage/core';
import type { SourceCall } from '../data-source.ts';
import type { AnySource, ServerSetup } from '../exchange.ts';
import type { Sides } from '../sides.ts';
import type { AccessControl } from './access-control.ts';
import { guardSource } from './guard-source.ts';
import { narrowApi } from './narrow-api.ts';
import { readFields, readScope, type Scope } from './scope.ts';

/** What one request may reach: every source it uses stands behind this. */
export interface Gate {
  readonly control: AccessControl;
  /** The API with all fields: what sources and rules speak of. */
  readonly api: Api;
  /** The API as the caller sees it. */
  readonly view: Api;
  readonly context: unknown;
  /** Which relationships contain the same links, so that both sides decide. */
  readonly sides: Sides;
  /** Identifiers that are handled at once, at most. */
  readonly most: number;
  readonly typeOf: (type: string) => ResourceType;
  /** Which resources of a type the caller sees; asked once for each request. */
  readonly scopeOf: (type: string) => Promise<Scope>;
  /** The source of a type, behind the gate. */
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** The source of a type as it is. What it gives is not to be shown. */
  readonly rawSourceOf: (type: string) => AnySource | undefined;
}

/** Keeps what was made under a text. */
function once<Value>(make: (key: string) => Value): (key: string) => Value {
  const made = new Map<string, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as Value;
  };
}

/**
 * Opens the gate for one caller: the setup of the server, with the API as he sees it, and with sources that show him and
 * let him do what the rules allow. Whatever uses that setup obeys the rules.
 */
export async function openGate(
  setup: ServerSetup,
  control: AccessControl,
  { context }: Pick<SourceCall, 'context'>,
): Promise<ServerSetup> {
  const { api, limits } = setup;
  const readable = new Map<string, ReadonlySet<string>>();
  const failed = new Map<string, unknown>();
  const narrow = async (type: ResourceType): Promise<void> => {
    if (control.ruleOf(type.name).fields === undefined) return;
    try {
      const fields = await readFields(control, type, context);
      if (fields !== undefined) readable.set(type.name, fields);
    } catch (error) {
      // It is the answer to whoever touches this type; until then the type has no fields.
      readable.set(type.name, new Set());
      failed.set(type.name, error);
    }
  };
  await Promise.all([...api.types.values()].map(narrow));
  const typeOf = (name: string): ResourceType => api.types.get(name) as ResourceType;
  const scopeOf = once(async (name): Promise<Scope> => {
    if (failed.has(name)) throw failed.get(name);
    return readScope(control, typeOf(name), context);
  });
  const sourceOf = once((name): AnySource | undefined => {
    const source = setup.sourceOf(name);
    return source === undefined ? undefined : guardSource(gate, typeOf(name), source);
  });
  const sorted = new Map([...readable].sort(([left], [right]) => (left < right ? -1 : 1)));
  const view = narrowApi(control.views, api, sorted);
  const gate: Gate = {
    control,
    api,
    view,
    context,
    sides: setup.sides,
    most: Math.min(limits.includedLinkage, 10_000),
    typeOf,
    scopeOf,
    sourceOf,
    rawSourceOf: setup.sourceOf,
  };
  return Object.freeze({ ...setup, api: view, sourceOf });
}
