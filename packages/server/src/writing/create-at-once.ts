import { JsonApiError, type ResourceType } from '@linkage/core';
import { type Awaitable, andThen, orElse } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import { guardedOf } from '../rules/matching-records.ts';
import { permitNewAhead } from '../rules/permit-ahead.ts';
import { permitWithout } from '../rules/permitted.ts';
import { readableFields, withReadable } from '../rules/readable-fields.ts';
import { linksToItself } from '../sources/links/links-to-itself.ts';
import type { SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { type Accepted, isAccepted } from '../sources/port/source-answers.ts';
import type { GivenTo } from './change.ts';
import type { WritingOperation, WritingRequest } from './context.ts';
import { callAtOnce, isAlone, showsRecord, type Write, waitFor } from './write-at-once.ts';

/** Whether a hook receives the changes of links by writes of other resources. */
function hasSideHooks({ server }: WritingRequest): boolean {
  return [...(server.hooks?.values() ?? [])].some(({ relate }) => relate !== undefined);
}

/**
 * Whether the source alone checks the linkage of a new resource. Hooks and rules of other resources take part in the check, a link of the
 * new resource to itself is a write of its own, and relationships of the request can contradict each other.
 */
function areLinksChecked(
  { source, route, request }: WritingOperation<'collection'>,
  input: GivenTo['create'],
  linked: readonly string[],
): boolean {
  const { rules, server } = request;
  if (rules !== undefined || hasSideHooks(request) || server.sharedLinks.has(route.type.name)) return false;
  const isOfSource = (target: string): boolean => {
    // A new row satisfies a link to the id that the database is about to choose for it.
    if (target === route.type.name) return false;
    const other = request.sourceOf(target);
    // A replaced `find` can hide resources that this source does not know.
    return other?.transactionGroup === source.transactionGroup && other?.can.applies.find.isStated === true;
  };
  return (
    linksToItself(input).length === 0 &&
    linked.every((name) => {
      const targets = route.type.relationships.get(name)?.targets;
      return source.can.checksLinks.has(name) && targets?.every(isOfSource) === true;
    })
  );
}

/** After an error of the source, nothing is written. The steps then find the error that comes first. */
function stepsAfter(reason: unknown): null {
  if (JsonApiError.is(reason)) return null;
  throw reason;
}

/** Checks the result of a creation. A source that returns nothing can have written, so nothing may write again. */
function assertRecord(type: ResourceType, record: SourceRecord | Accepted | undefined): SourceRecord | Accepted {
  if (!isAccepted(record)) idOf(type.name, record);
  return record as SourceRecord | Accepted;
}

/**
 * Creates a resource with one call of its source. Returns its record, or undefined if all steps must run.
 *
 * @throws {JsonApiError} If the source rejects the resource.
 */
export function createAtOnce(
  operation: WritingOperation<'collection'>,
  input: GivenTo['create'],
  query: Pick<AnyQuery, 'plan'>,
): Awaitable<SourceRecord | Accepted | undefined> {
  const { request, route, source, call: own } = operation;
  if (!isAlone(operation, 'create') || !showsRecord(operation, query)) return undefined;
  const linked = Object.keys(input.relationships);
  if (linked.length > 0 && !areLinksChecked(operation, input, linked)) return undefined;
  const write: Write<SourceRecord | Accepted | null> = (writes, given) => {
    const create = () => andThen(writes.create?.(input, given), (record) => assertRecord(route.type, record));
    return linked.length === 0 ? create() : orElse(create, stepsAfter);
  };
  if (request.rules === undefined) return callAtOnce(source, permitWithout(request.rules), [own, own], write);
  const guarded = guardedOf(request.rules, route.type.name);
  return andThen(waitFor(operation, permitNewAhead(guarded)), (permitted) => {
    if (permitted === undefined) return undefined;
    const given = withReadable(own, readableFields(guarded.access, guarded.type));
    return callAtOnce(guarded.source, permitted, [own, given], write);
  });
}
