import type { ResourceIdentifierObject } from '@linkage/core';
import { markSent, memberOf, ready, type Steps } from '@linkage/core/internal';
import { identifiersInChange, isReplacement } from '../sources/links/linkage-change.ts';
import { identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { Side } from '../sources/links/sides.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { Awaitable, LinkageChange, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { callWith } from '../sources/port/source-call.ts';
import { allFieldsOf, isRestricted, termsOf } from './access-filter.ts';
import { askedSides } from './changed-sides.ts';
import type { RuledRequest } from './context.ts';
import { linkAccessOf } from './create-request-access.ts';
import { mustAsk } from './inverse-rules.ts';
import { findReadable } from './visible-records.ts';
import { WriteFacts } from './write-facts.ts';

/** A write whose rules or hooks will ask for other resources. */
export interface WriteAhead {
  /** The resource that is written; undefined for a new one. */
  readonly record: object | undefined;
  /** Whether the record is locked and has all fields, so that rules and hooks can receive it. */
  readonly isHooked?: boolean;
  /** The relationships that the request changes. */
  readonly changes: readonly (readonly [name: string, change: LinkageChange])[];
  /** Whether the version of the resource is compared, so that the user's view of its linkage is needed. */
  readonly isCompared: boolean;
  /** Whether a hook receives the changes of a side. Undefined if no hook receives any. */
  readonly isAsked: ((side: Side) => boolean) | undefined;
}

/** The resources of one type that a write needs. */
interface Wanted {
  readonly ids: Set<string>;
  /** Whether rules or hooks receive the records. Otherwise, only their existence is of interest. */
  isWhole: boolean;
}

/**
 * Reads the other resources that a write needs, in one call for each type: the linkage that the user sees, the identifiers of
 * the request, and the resources whose links change. Throws nothing of its own: each step of the write has its own error.
 */
export function* readFacts(
  request: RuledRequest,
  name: string,
  { record, isHooked = false, changes, isCompared, isAsked }: WriteAhead,
  call: SourceCall,
): Steps<WriteFacts> {
  const { rules } = request;
  const facts = new WriteFacts();
  if (record !== undefined && isHooked) facts.keepRecords(name, [record as SourceRecord]);
  const access = linkAccessOf(request);
  const type = access.typeOf(name);
  const isWanted = (side: Side): Awaitable<boolean> =>
    isAsked?.(side) === true || (rules !== undefined && mustAsk(rules, side));
  const wanted = new Map<string, Wanted>();
  const add = (of: string, ids: readonly string[], isWhole: boolean): void => {
    const known = wanted.get(of);
    if (known === undefined) wanted.set(of, { ids: new Set(ids), isWhole });
    else {
      for (const id of ids) known.ids.add(id);
      known.isWhole ||= isWhole;
    }
  };
  const addAll = (identifiers: readonly ResourceIdentifierObject[], whole: ReadonlySet<string>): void => {
    for (const it of identifiers) if (Object.hasOwn(it, 'id')) add(it.type, [it.id], whole.has(it.type));
  };
  const addLinkage = function* (name: string, source: AnySource | undefined, whole: ReadonlySet<string>): Steps<void> {
    const relationship = type.relationships.get(name);
    if (record === undefined || relationship === undefined) return;
    const [from, locking] = [{ api: access.api, type, source }, callWith(call, { forUpdate: true })];
    const linkage = yield* ready(linkageOfRecords(from, relationship, [record], access, locking));
    if (linkage.isWhole) addAll(identifiersOfReferences(linkage.of(record) ?? []), whole);
    // A record that is not locked can contain other members than at the time of the write.
    if (memberOf(record, name) === undefined) facts.keepLinkage(name, linkage);
  };
  if (isCompared && rules !== undefined && record !== undefined)
    for (const relationship of rules.visibleApi.types.get(type.name)?.relationships.values() ?? [])
      if (memberOf(record, relationship.name) !== undefined && (yield* ready(isRestricted(rules, relationship))))
        yield* addLinkage(relationship.name, undefined, new Set());
  for (const [name, change] of changes) {
    const relationship = type.relationships.get(name);
    if (relationship === undefined) continue;
    const sides = yield* askedSides({ access, type }, name, isWanted);
    const whole = new Set(sides.map((side) => side.type));
    addAll(identifiersInChange(change), whole);
    const isKept =
      relationship.kind === 'to-many' && rules !== undefined && (yield* ready(isRestricted(rules, relationship)));
    if (record === undefined || !isReplacement(change) || (sides.length === 0 && !isKept)) continue;
    yield* addLinkage(name, access.unguardedSourceOf(type.name), whole);
  }
  for (const [name, { ids, isWhole }] of wanted) {
    const source = access.unguardedSourceOf(name);
    const accessFilter = rules === undefined ? 'all' : yield* ready(rules.accessFilterOf(name));
    if (source?.find === undefined || (!isWhole && accessFilter === 'all')) continue;
    const of = access.typeOf(name);
    const [sent, selection] = [markSent([...ids]), isWhole ? allFieldsOf(of) : selectionOf()];
    const reading = isWhole ? callWith(call, { forUpdate: true, keepsRecords: true }) : call;
    const found = yield* ready(
      rules === undefined
        ? source.find(sent, selection, reading)
        : findReadable({ access: rules, type: of, source }, sent, selection, reading),
    );
    facts.keepSeen(name, termsOf(accessFilter), ids, found);
    if (isWhole) facts.keepRecords(name, found);
  }
  return facts;
}
