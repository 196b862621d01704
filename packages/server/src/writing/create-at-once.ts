import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import {
  type Awaitable,
  andThen,
  inSteps,
  isConditional,
  memberOf,
  orElse,
  ready,
  type Steps,
} from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import { allFieldsOf } from '../rules/access-filter.ts';
import { shownRecord } from '../rules/find-visible.ts';
import { type PermittedNew, permitNewAhead } from '../rules/permit-ahead.ts';
import { permitWithout, writesOf } from '../rules/permitted.ts';
import type { GuardedSource } from '../rules/request-access.ts';
import { visibleIdentifiers } from '../rules/visible-records.ts';
import { WriteFacts } from '../rules/write-facts.ts';
import { identifiersInChange, replacements } from '../sources/links/linkage-change.ts';
import { linksToItself } from '../sources/links/links-to-itself.ts';
import { listOf, readReferences } from '../sources/links/read-related.ts';
import type { SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { type Accepted, isAccepted } from '../sources/port/source-answers.ts';
import { callWith } from '../sources/port/source-call.ts';
import type { GivenTo } from './change.ts';
import type { WritingOperation } from './context.ts';
import { areLinksChecked, callAtOnce, isAlone, showsRecord, stepsAfter, type Write, waitFor } from './write-at-once.ts';
import { writeInList } from './write-resource.ts';

type Created = SourceRecord | Accepted;
type Create = Write<Created | undefined>;

/**
 * Creates a resource with links to resources of which the user can read only some: these are locked first, so that they do not become hidden
 * before the write.
 */
function* createLinked(
  guarded: GuardedSource,
  { given: { relationships }, permit }: PermittedNew,
  write: Create,
  call: SourceCall,
): Steps<Created | undefined> {
  const { access, type, source } = guarded;
  const identifiers = replacements(relationships).flatMap(([, change]) => identifiersInChange(change));
  const [facts, locking] = [new WriteFacts(), callWith(call, { forUpdate: true, keepsRecords: true })];
  const seen = yield* ready(visibleIdentifiers(access, identifiers, locking, facts));
  if (seen.length !== identifiers.length) return undefined;
  const record = yield* ready(write(writesOf(source, permit), access.writing(call, type)));
  if (record === undefined || isAccepted(record)) return record;
  const isSeen = ([name]: readonly [string, unknown]): boolean => {
    const value = memberOf(record, name);
    const relationship = type.relationships.get(name) as RelationshipDefinition;
    if (value === undefined) return true;
    const references = listOf(readReferences(access.api, type, idOf(type.name, record), relationship, value));
    return references.every((it) => it.record === undefined && facts.canRead(it.type.name, it.id) === true);
  };
  // The user can read all other linkage.
  if (Object.entries(relationships).every(isSeen)) return record;
  return (yield* ready(shownRecord({ ...guarded, facts }, record, allFieldsOf(type), call))) as SourceRecord;
}

/** Checks the result of a creation. A source that returns nothing can have written, so nothing may write again. */
function assertRecord(type: ResourceType, record: Created | undefined): Created {
  if (!isAccepted(record)) idOf(type.name, record);
  return record as Created;
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
): Awaitable<Created | undefined> {
  const { request, route, source, call: own } = operation;
  if (isConditional(operation.preconditions) || !isAlone(operation, 'create')) return undefined;
  if (!showsRecord(operation, query)) return undefined;
  const linked = Object.keys(input.relationships);
  // A link of the new resource to itself is a write of its own.
  if (linksToItself(input).length > 0 || !areLinksChecked(operation, 'create', input)) return undefined;
  let given = input;
  const write: Create = (writes, call) => {
    if (own.transaction !== undefined) return writeInList(route.type, writes, undefined, given, call);
    const create = () => andThen(writes.create?.(given, call), (record) => assertRecord(route.type, record));
    // An error undoes a transaction.
    return linked.length === 0 || call.transaction !== undefined
      ? create()
      : orElse<Created | undefined>(create, stepsAfter);
  };
  if (request.rules === undefined) return callAtOnce(source, permitWithout(request.rules), [own, own], write);
  const guarded = request.rules.guarded(route.type.name);
  return andThen(waitFor(operation, permitNewAhead(guarded, input)), (permitted) => {
    if (permitted === undefined) return undefined;
    given = permitted.given;
    if (!permitted.isShown) {
      if (source.transaction === undefined || own.transaction !== undefined) return undefined;
      const attempt = (call: SourceCall) => inSteps(() => createLinked(guarded, permitted, write, call));
      // The gateway accepts work that answers at once.
      return orElse(() => source.transaction?.(attempt as never, own) as ReturnType<typeof attempt>, stepsAfter);
    }
    const call = guarded.access.writing(own, guarded.type);
    return callAtOnce(guarded.source, permitted.permit, [own, call], write);
  });
}
