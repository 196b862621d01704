import type { Api, CreateInput } from '@linkage/core';
import { chosenIdOf, ready, type Steps } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import { identifiersInChange, isRemoval, isReplacement, replacements } from '../sources/links/linkage-change.ts';
import { linksToOthers, withoutLinksToItself } from '../sources/links/links-to-itself.ts';
import type { Action } from '../sources/port/actions.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import { findVisibleRecord } from './find-visible.ts';
import { inputWithDefaults } from './hidden-defaults.ts';
import { type ActionOnRecord, assertAllowed, forbidden, ruleFor } from './permission.ts';
import { assertDeletable } from './permit-deletion.ts';
import { type PermitSides, preparePermit } from './permit-sides.ts';
import { type Permit, permit } from './permitted.ts';
import { changesWithin, changeWithin } from './preserve-hidden-members.ts';
import type { GuardedSource } from './request-access.ts';
import { seenMembers } from './seen-members.ts';
import { assertShown, undecidedIn, undecidedOfNew } from './undecided-fields.ts';

/** The pointer to the relationships of a resource in a request document. */
const inDocument = '/data/relationships';

type UpdateChanges = Parameters<NonNullable<AnySource['update']>>[1];

/** A write that the rules permit. */
export interface PermittedWrite<Given> {
  readonly permit: Permit;
  /** The input that the source receives: with hidden defaults, and with the members that the user cannot read. */
  readonly given: Given;
  /** The inverse relationships of the changed relationships. Undefined if none can reject. */
  readonly sides: PermitSides | undefined;
  /** The attributes of the request that the user must be able to read after the write. */
  readonly shownAfter: readonly string[];
  /** The record before the write with all fields, locked, if a rule has received it. */
  readonly record?: SourceRecord | undefined;
}

/** A write about which rules are asked. */
interface AskedWrite<Given> {
  readonly id: string | undefined;
  /** The resource, if it was found. Its record is undefined if no rule needs it. */
  readonly found: { readonly record: SourceRecord | undefined } | undefined;
  readonly given: Given;
  /** The relationship that the write changes, if it changes only one. */
  readonly relationship: string | undefined;
  /** Whether the write sets links of a new resource to itself, as part of its creation. */
  readonly isOfNew: boolean;
}

const none: readonly string[] = Object.freeze([]);

/**
 * Calls `updateRelationship` for every relationship in the resource of a request. Without a rule `updateRelationship`, the rule `create` or
 * `update` has just decided on the whole resource.
 */
function* assertRelated(
  { access, type }: GuardedSource,
  relationships: object,
  subject: { readonly id: string | undefined; readonly record: SourceRecord | undefined },
  call: SourceCall,
): Steps<void> {
  if (ruleFor(access, type.name, 'updateRelationship') !== 'updateRelationship') return;
  for (const [relationship, change] of replacements(relationships)) {
    const about = { ...subject, relationship, change, identifiers: identifiersInChange(change), call };
    yield* assertAllowed(access, type.name, 'updateRelationship', about, `${inDocument}/${relationship}`);
  }
}

/**
 * Asks the rules about a new resource.
 *
 * @throws {JsonApiError} 403.
 */
function* permitCreate(
  guarded: GuardedSource,
  { given }: AskedWrite<CreateInput<Api, string>>,
  call: SourceCall,
): Steps<PermittedWrite<CreateInput<Api, string>>> {
  const { access, type, source } = guarded;
  const whole = access.visibleApi === access.api ? given : yield* ready(inputWithDefaults(access, type, given));
  yield* assertAllowed(access, type.name, 'create', { input: whole, call });
  const { relationships } = withoutLinksToItself(whole);
  const id = chosenIdOf(whole);
  yield* assertRelated(guarded, relationships, { id, record: undefined }, call);
  if ((yield* ready(access.accessFilterOf(type.name))) === 'none')
    throw forbidden(
      'create',
      `The user cannot read resources of type "${type.name}", so they cannot create one: see \`access.${type.name}.read\`.`,
    );
  const sides = yield* preparePermit(guarded, undefined, replacements(relationships), inDocument, call);
  if (id !== undefined && sides !== undefined) yield* sides.permit(id);
  // Rules receive the id of the new resource, so they run after its creation, and the write must be undone if they
  // reject it.
  else if (sides !== undefined && source.transaction === undefined)
    throw forbidden(
      'create',
      `The inverse of a relationship must allow the links, but the source of "${type.name}" cannot undo the creation: it does not have \`transaction\`.`,
    );
  return { permit, given: whole, sides, shownAfter: undecidedOfNew(access, type, id, given.attributes) };
}

/** Returns the record of a resource that the rules of an action receive; undefined if the user cannot read the resource. */
function* subjectOf(
  guarded: GuardedSource,
  { id = '', found }: AskedWrite<unknown>,
  actions: readonly ActionOnRecord[],
  call: SourceCall,
): Steps<{ readonly id: string; readonly record: SourceRecord } | undefined> {
  const current = found ?? (yield* findVisibleRecord(guarded, id, { actions }, call));
  return current && { id, record: current.record as SourceRecord };
}

/**
 * Asks the rules about the changes of a resource. Returns undefined if the user cannot read it.
 *
 * @throws {JsonApiError} 403.
 */
function* permitUpdate(
  guarded: GuardedSource,
  asked: AskedWrite<UpdateChanges>,
  call: SourceCall,
): Steps<PermittedWrite<UpdateChanges> | undefined> {
  const { access, type } = guarded;
  const { id = '', given: input } = asked;
  const subject = yield* subjectOf(guarded, asked, ['update', 'updateRelationship'], call);
  if (subject === undefined) return undefined;
  const shownAfter = access.undecidedOf(type.name).size === 0 ? none : undecidedIn(access, type, input.attributes);
  if (shownAfter.length > 0)
    yield* assertShown(access, type, ['update', id], shownAfter, callWith(call, { forUpdate: true }));
  yield* assertAllowed(access, type.name, 'update', { ...subject, input, call });
  if (Object.keys(input.relationships).length === 0) return { permit, given: input, sides: undefined, shownAfter };
  yield* assertRelated(guarded, input.relationships, subject, call);
  const given = yield* changesWithin(guarded, id, input, call);
  const sent = input.relationships as Readonly<Record<string, Linkage>>;
  const sides = yield* preparePermit(guarded, id, replacements(given.relationships), inDocument, call, sent);
  if (sides !== undefined) yield* sides.permit(id);
  return { permit, given, sides, shownAfter };
}

/**
 * Asks the rules about the deletion of a resource. Returns undefined if the user cannot read it.
 *
 * @throws {JsonApiError} 403.
 */
function* permitDelete(
  guarded: GuardedSource,
  asked: AskedWrite<undefined>,
  call: SourceCall,
): Steps<PermittedWrite<undefined> | undefined> {
  const { access, type } = guarded;
  const subject = yield* subjectOf(guarded, asked, ['delete'], call);
  if (subject === undefined) return undefined;
  yield* assertAllowed(access, type.name, 'delete', { ...subject, call });
  yield* assertDeletable(guarded, subject, call);
  return { permit, given: undefined, sides: undefined, shownAfter: none, record: subject.record };
}

/**
 * Asks the rules about the change of one relationship. Returns undefined if the user cannot read the resource.
 *
 * @throws {JsonApiError} 403.
 */
function* permitLinks(
  guarded: GuardedSource,
  asked: AskedWrite<LinkageChange>,
  call: SourceCall,
): Steps<PermittedWrite<LinkageChange> | undefined> {
  const { access, type } = guarded;
  const { id = '', given: change, relationship: name = '', isOfNew: isNew } = asked;
  const subject = yield* subjectOf(guarded, asked, ['updateRelationship'], call);
  if (subject === undefined) return undefined;
  const { record } = subject;
  // The rule `create` has decided on the whole resource.
  if (!isNew || ruleFor(access, type.name, 'updateRelationship') === 'updateRelationship') {
    const relationship = type.relationships.get(name);
    const isKnown = isReplacement(change) || record === undefined || relationship === undefined;
    const members = isKnown ? undefined : (yield* seenMembers(guarded, relationship, [record], false, call)).get(id);
    const about = { ...subject, relationship: name, change, identifiers: identifiersInChange(change), call };
    yield* assertAllowed(access, type.name, 'updateRelationship', about, undefined, members);
  }
  const given = yield* changeWithin(guarded, id, name, change, call);
  const others = isNew ? linksToOthers(type.name, id, given) : given;
  const sent = isNew || isRemoval(change) ? {} : { [name]: identifiersInChange(change) };
  const sides = yield* preparePermit(guarded, isNew ? undefined : id, [[name, others]], undefined, call, sent);
  if (sides !== undefined) yield* sides.permit(id);
  return { permit, given, sides, shownAfter: none };
}

/** Asks the rules about a write. Returns undefined if the user cannot read the resource. */
export const permitOf: {
  readonly [Name in Action]: (
    guarded: GuardedSource,
    asked: AskedWrite<never>,
    call: SourceCall,
  ) => Steps<PermittedWrite<unknown> | undefined>;
} = Object.freeze({
  ...{ create: permitCreate, update: permitUpdate, delete: permitDelete },
  updateRelationship: permitLinks,
});
