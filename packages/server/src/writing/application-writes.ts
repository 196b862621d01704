import { type ErrorObject, JsonApiError, type RelationshipDefinition, type ResourceType } from '@linkage/core';
import { causeOf, memberOf, noPreconditions, suggestName } from '@linkage/core/internal';
import type { OperationKind } from '../reading/conditional/operation-context.ts';
import type { Route } from '../request/route.ts';
import { subjectRecord } from '../rules/subject-record.ts';
import type { KnowingCall } from '../sources/gateway/known-rows.ts';
import type { Action } from '../sources/port/actions.ts';
import type { Awaitable, LinkageChange } from '../sources/port/data-source.ts';
import { Change, type GivenTo, inTransaction } from './change.ts';
import type { WritingOperation, WritingRequest } from './context.ts';
import type { AnyFields, AnyWrites, ServerWrites } from './server-writes.ts';

const noTypes: ReadonlySet<string> = new Set();

/** Removes the places from an error: the document to which they point does not exist. */
function withoutPlaces(thrown: unknown): unknown {
  if (!JsonApiError.is(thrown)) return thrown;
  const errors = thrown.errors.map(({ source: _, ...error }): ErrorObject => error);
  return new JsonApiError(errors as never, { status: thrown.status, headers: thrown.headers, cause: causeOf(thrown) });
}

/** Checks that the application writes fields that the type has. */
export function assertKnown(type: ResourceType, where: string, kind: 'attribute' | 'relationship', given = {}): void {
  const known = kind === 'attribute' ? type.attributes : type.relationships;
  for (const name of Object.keys(given)) {
    const field = known.get(name);
    if (field !== undefined && !('compute' in field && field.compute !== undefined)) continue;
    throw new TypeError(
      field === undefined
        ? `${where}: the type "${type.name}" does not have the ${kind} "${name}".${suggestName(name, known.keys(), '"')}`
        : `${where}: the type "${type.name}" computes the attribute "${name}".`,
    );
  }
}

/** Runs the steps of a write. Hooks are steps, and the writes that they receive run the same steps, so `runSteps` passes itself on. */
export type RunSteps = (change: Change) => Awaitable<void>;

/** The creations of a hook that writes nothing else. */
interface Creations {
  /** The write that has the hook. */
  readonly of: Change;
  /** Forgets what the write has read. */
  readonly forget: () => void;
}

/** Whether the creation of a resource leaves the resource of a write as it is: nothing else runs, and the new one alone stores its links. */
function isApart({ type, current, operation: { request } }: Change, created: Change): boolean {
  const { hooks, sides } = request.server;
  const { name } = created.type;
  const hook = hooks?.get(name)?.create;
  const inRecord = Object.keys((created.given as GivenTo['create']).relationships).every(
    (it) => sides.storedIn(name, it) === 'record',
  );
  const isShown = [...type.relationships.values()].some(
    (it) => it.targets.includes(name) && current !== undefined && memberOf(current, it.name) !== undefined,
  );
  const isHarmless = hook?.onlyReads === true || (hook?.onlyCreates === true && !created.hasCreated);
  const isQuiet = created.source.can.returnsWritten && (hook === undefined || isHarmless);
  const isAlone = [...(hooks?.values() ?? [])].every(({ side }) => side === undefined);
  return isQuiet && isAlone && inRecord && !isShown;
}

class Writes implements AnyWrites {
  readonly #operation: WritingOperation<OperationKind>;
  readonly #request: WritingRequest;
  readonly #run: RunSteps;
  readonly #creations: Creations | undefined;

  constructor(
    operation: WritingOperation<OperationKind>,
    request: WritingRequest,
    run: RunSteps,
    creations: Creations | undefined,
  ) {
    this.#operation = operation;
    this.#request = request;
    this.#run = run;
    this.#creations = creations;
  }

  get withoutRules(): AnyWrites {
    return new Writes(this.#operation, this.#request.withoutRules(), this.#run, this.#creations);
  }

  create(
    name: string,
    { id, attributes = {}, relationships = {} }: AnyFields & { readonly id?: string },
  ): Promise<never> {
    const type = this.#typeOf(name, 'create');
    assertKnown(type, 'writes.create', 'attribute', attributes);
    assertKnown(type, 'writes.create', 'relationship', relationships);
    const input = { type: name, ...(id === undefined ? {} : { id }), attributes, relationships } as GivenTo['create'];
    return this.#write({ kind: 'collection', type }, 'create', input, id);
  }

  update(name: string, id: string, { attributes = {}, relationships = {} }: AnyFields): Promise<never> {
    const type = this.#typeOf(name, 'update');
    assertKnown(type, 'writes.update', 'attribute', attributes);
    assertKnown(type, 'writes.update', 'relationship', relationships);
    const input = { type: name, id, attributes, relationships } as GivenTo['update'];
    return this.#write({ kind: 'resource', type, id }, 'update', input, id);
  }

  delete(name: string, id: string): Promise<never> {
    return this.#write({ kind: 'resource', type: this.#typeOf(name, 'delete'), id }, 'delete', undefined, id);
  }

  updateRelationship(name: string, id: string, relationship: string, change: LinkageChange): Promise<never> {
    const type = this.#typeOf(name, 'updateRelationship');
    assertKnown(type, 'writes.updateRelationship', 'relationship', { [relationship]: change });
    const route = {
      ...{ kind: 'relationship' as const, type, id },
      relationship: type.relationships.get(relationship) as RelationshipDefinition,
    };
    return this.#write(route, 'updateRelationship', change, id, relationship);
  }

  #typeOf(name: string, action: Action): ResourceType {
    const { types } = this.#request.server.api;
    const type = types.get(name);
    if (type !== undefined) return type;
    throw new TypeError(`writes.${action}: unknown resource type "${name}".${suggestName(name, types.keys(), '"')}`);
  }

  async #write<Name extends Action>(
    route: Route,
    action: Name,
    given: GivenTo[Name],
    id: string | undefined,
    relationship?: string,
  ): Promise<never> {
    const creations = this.#creations;
    if (creations !== undefined && action !== 'create')
      throw new TypeError(`writes.${action}: the hook declares \`onlyCreates\`, so it can only use \`writes.create\`.`);
    // Between its writes, the application can have changed anything with the call that it received.
    if (creations === undefined) (this.#operation.call as KnowingCall).ofServer?.known?.clear();
    const preconditions = { preconditions: noPreconditions, requireIfMatch: noTypes };
    const operation = this.#operation.at(
      route,
      { ...preconditions, parameters: this.#operation.parameters, preference: undefined, body: undefined },
      this.#request,
    ) as WritingOperation;
    if (operation.source?.[action] === undefined)
      throw new TypeError(
        `writes.${action}: the source of "${route.type.name}" does not have the method \`${action}\`.`,
      );
    try {
      return await inTransaction(operation, async (inside) => {
        const change = new Change(inside, action, given, id, relationship);
        await this.#run(change);
        if (creations !== undefined) creations.of.hasCreated = true;
        if (creations !== undefined && !isApart(creations.of, change)) creations.forget();
        const { type, accepted, written } = change;
        const { api } = inside.request.server;
        const result = accepted ?? (written === true ? written : subjectRecord(api, type, written as object));
        return result as never;
      });
    } catch (thrown) {
      throw withoutPlaces(thrown);
    }
  }
}

/** Returns the writes of the application in the transaction of an operation. */
export function createWrites(
  operation: WritingOperation<OperationKind>,
  run: RunSteps,
  creations?: Creations,
): ServerWrites {
  return new Writes(operation, operation.request, run, creations);
}
