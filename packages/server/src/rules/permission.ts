import type { JsonApiError, ResourceIdentifierObject } from '@linkage/core';
import { type Awaitable, andThen, describeValue, ready, rejection, type Steps } from '@linkage/core/internal';
import { identityOf, type Linkage } from '@linkage/core/records';
import { type PlacedCall, watchReads } from '../sources/gateway/gathered-writes.ts';
import { isAddition, isReplacement } from '../sources/links/linkage-change.ts';
import type { Action } from '../sources/port/actions.ts';
import type { LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import { describeFilter, readRuleResult } from './access-filter.ts';
import type { UpdateRelationshipSubject } from './access-rules.ts';
import { matchingIds } from './matching-records.ts';
import { createRejection } from './rejection.ts';
import type { RequestAccess } from './request-access.ts';
import { subjectRecord } from './subject-record.ts';

/** The actions with a rule that allows or rejects them. `act` decides on the actions that the API declares. */
export type RuledAction = Action | 'act';
/** The actions on a resource that exists. */
export type ActionOnRecord = Exclude<RuledAction, 'create'>;

/** The reasons that a 403 can name: an action, or a deletion that other resources prevent. */
type Rejected = RuledAction | 'deleteReferenced';

/**
 * Creates the error for an action that is not allowed.
 *
 * @param reason The reason for the application: see `RequestEnd.rejection`.
 */
export function forbidden(action: Rejected, reason: string, pointer?: string): JsonApiError {
  const source = pointer === undefined ? undefined : { pointer };
  return rejection(`FORBIDDEN.${action}`, {}, source, { cause: createRejection(reason) });
}

/** Names a resource in a reason: `"articles" "1"`. */
export function describeResource(type: string, id: string | undefined): string {
  return id === undefined ? `a new resource of type "${type}"` : `"${type}" ${JSON.stringify(id)}`;
}

/**
 * Returns the name of the rule that decides on an action. Without a rule for `updateRelationship`, it is `update`: to change a
 * relationship is to change the resource.
 */
export function ruleFor({ control }: RequestAccess, type: string, action: RuledAction): RuledAction {
  return action === 'updateRelationship' && control.ruleOf(type).updateRelationship === undefined ? 'update' : action;
}

/** Whether a rule of a type decides on an action. */
export function hasRule(access: RequestAccess, type: string, action: RuledAction): boolean {
  return access.control.ruleOf(type)[ruleFor(access, type, action)] !== undefined;
}

/** Whether a rule can reject an action on a resource of a type. */
export type CanReject = (access: RequestAccess, type: string, action: RuledAction) => Awaitable<boolean>;

/** The answer about a rule that was not asked: it can, unless there is none and everything is allowed. */
export function canReject(access: RequestAccess, type: string, action: RuledAction): boolean {
  return hasRule(access, type, action) || access.control.absent === 'deny';
}

type Identifiers = readonly ResourceIdentifierObject[];

/** Returns the linkage after a change of a to-many relationship with these members. */
function linkageAfter(members: Identifiers, change: LinkageChange): Linkage {
  if (isReplacement(change)) return change.replace;
  const named = isAddition(change) ? change.add : change.remove;
  const gone = new Set(named.map(({ type, id }) => identityOf(type, id)));
  const others = members.filter(({ type, id }) => !gone.has(identityOf(type, id)));
  return isAddition(change) ? [...others, ...named] : others;
}

/**
 * Returns the changes of a resource that an `update` rule receives if a request changes a relationship of it: the linkage
 * after the request, as in a PATCH of the resource. The rule cannot decide on a linkage that is not known, so the request is rejected as soon as the rule reads
 * it.
 *
 * @param members The members that the user can read; undefined if they are not known.
 */
export function linkageInput(
  type: string,
  id: string | undefined,
  relationship: string,
  change: LinkageChange,
  members: Identifiers | undefined,
): object {
  const relationships = {};
  const isKnown = isReplacement(change) || members !== undefined;
  const value = isKnown ? linkageAfter(members ?? [], change) : undefined;
  const get = (): Linkage => {
    if (value !== undefined) return value;
    throw forbidden(
      'updateRelationship',
      `\`access.${type}.update\` reads the linkage of \`${relationship}\` after the request, but the source does not return it, or it has more than \`limits.includedLinkage\` members. A rule \`updateRelationship\` receives the change alone.`,
    );
  };
  Object.defineProperty(relationships, relationship, isKnown ? { value, enumerable: true } : { get, enumerable: true });
  return { type, id, attributes: {}, relationships };
}

/** Returns the subject of an `update` rule that decides on the change of a relationship. */
function asUpdate(type: string, subject: UpdateRelationshipSubject, members: Identifiers | undefined): object {
  const { id, record, relationship, change, call } = subject;
  return { id, record, input: linkageInput(type, id, relationship, change, members), call };
}

/**
 * Returns the reason why the user cannot perform an action, or undefined if they can.
 *
 * @param members The members before the change of a relationship, if `update` decides on it: see `linkageInput`.
 * @throws {TypeError} If the rule does not return true or false.
 */
export function ruleRejection(
  access: RequestAccess,
  type: string,
  action: RuledAction,
  subject: object,
  members?: Identifiers,
): Awaitable<string | undefined> {
  const { control, context } = access;
  const rule = control.ruleOf(type) as Readonly<Record<string, unknown>>;
  const name = ruleFor(access, type, action);
  const ask = rule[name] as ((context: unknown, subject: unknown) => unknown) | undefined;
  if (ask === undefined)
    return control.absent === 'allow'
      ? undefined
      : `There is no rule \`access.${type}.${action}\`, and \`defaultAccess\` is "deny".`;
  const about = name === action ? subject : asUpdate(type, subject as UpdateRelationshipSubject, members);
  const { call, record } = about as { readonly call: SourceCall; readonly record?: object };
  let given: object | undefined;
  // Only when the rule reads it: most rules decide without the record.
  const get = () => (given ??= subjectRecord(access.api, access.typeOf(type), record as object));
  if (record !== undefined) Object.defineProperty(about, 'record', { get, enumerable: true });
  // Only operations of a list can wait for each other.
  const watched = (call as PlacedCall).ofServer?.place === undefined ? about : watchReads(about, call);
  const { id } = subject as { readonly id?: string };
  const read = (answer: unknown): Awaitable<string | undefined> => {
    if (answer === true) return undefined;
    const where = `access.${type}.${name}`;
    if (answer === false) return `\`${where}\` returned false for ${describeResource(type, id)}.`;
    const isConditional = (name === 'update' || name === 'delete') && Array.isArray(answer);
    if (!isConditional)
      throw new TypeError(`\`${where}\` must return true or false, but it returned ${describeValue(answer)}.`);
    return unmatched(access, [type, id], answer, where, call);
  };
  const answer = ask.call(rule, context, Object.freeze(watched));
  return answer === true ? undefined : andThen(answer, read);
}

/** Returns the reason why a resource does not match the conditions that a rule returned, or undefined if it does. It is locked already. */
function unmatched(
  access: RequestAccess,
  [name, id]: readonly [type: string, id: string | undefined],
  answer: readonly unknown[],
  rule: string,
  call: SourceCall,
): Awaitable<string | undefined> {
  const type = access.typeOf(name);
  const accessFilter = readRuleResult(rule, { api: access.api, type, source: access.unguardedSourceOf(name) }, answer);
  const reason = () => `${describeResource(name, id)} does not match \`${rule}\`: ${describeFilter(accessFilter)}.`;
  if (typeof accessFilter === 'string' || id === undefined) return accessFilter === 'all' ? undefined : reason();
  const locking = callWith(call, { forUpdate: true });
  return andThen(matchingIds(access, type, [id], accessFilter, locking), (ids) => (ids.has(id) ? undefined : reason()));
}

/**
 * Checks that the user can perform an action.
 *
 * @throws {JsonApiError} 403 if the action is not allowed.
 * @throws {TypeError} If the rule does not return true or false.
 */
export function* assertAllowed(
  access: RequestAccess,
  type: string,
  action: RuledAction,
  subject: object,
  pointer?: string,
  members?: Identifiers,
): Steps<void> {
  const reason = yield* ready(ruleRejection(access, type, action, subject, members));
  if (reason !== undefined) throw forbidden(action, reason, pointer);
}
