import { firstMember, memberOf } from '../../internal/members.ts';
import type { Api, ResourceType } from '../../schema/api.ts';
import type { TypeOf } from '../record/reference.ts';
import type { IncludeNode, IncludeStep } from './include-plan.ts';
import type { RelationshipPlan } from './relationship-plan.ts';
import type { IdentifierMeta } from './resource-members.ts';

/** The value of a relationship whose linkage needs more than ids. `recordOf` is that of the reader if include paths follow it. */
export interface LinkedValue {
  readonly value: unknown;
  readonly recordOf: RecordReader['recordOf'];
}

/** The linkage of a relationship: the id or the ids of the related resources, each once, or a value. */
export type CollectedLinkage = string | readonly string[] | LinkedValue;

/** One resource of a compound document, with every record found for it. */
export interface ResourceEntry {
  readonly type: ResourceType;
  readonly id: string;
  /** The first record found for the resource. */
  readonly record: object;
  /** The node of the include plan at which the resource was first reached: the root for primary data. */
  readonly node: IncludeNode;
  /** The steps from the node that were followed, and the linkage of each, or undefined if no record contained it. */
  steps: readonly IncludeStep[];
  linkage: readonly (CollectedLinkage | undefined)[];
  /** Declare that most resources do not need. Created by `ensureExtras`. */
  extras: EntryExtras | undefined;
}

interface EntryExtras {
  /** Extra records of the resource (all but the first), in the order in which they were found. */
  records: Set<object> | undefined;
  /** The same records, for access by index. */
  readonly recordList: object[];
  /** Other nodes of the include plan at which the resource was reached later. */
  readonly nodes: Set<IncludeNode>;
  /** Steps to retry with the next record: no record so far has a value for their relationship. */
  unresolvedSteps: IncludeStep[];
}

/** Returns a record's value for a relationship, or `undefined` if it is not loaded. */
export type ReadRelated = (record: object, relationship: string) => unknown;

/** Reads the records of one document. */
export interface RecordReader {
  readonly api: Api;
  /** Called before the record's own property is read. Default: read only the property. */
  readonly related: ReadRelated | undefined;
  /** Returns the record of a related resource. Default: the related record that is part of another record, if any. */
  readonly recordOf?: ((type: string, id: string) => object | undefined) | undefined;
  readonly typeOf: TypeOf | undefined;
  /** The `identifierMeta` functions of the application, as one function. They receive the records of identifiers. */
  readonly identifierMeta: IdentifierMeta | undefined;
}

const NO_STEPS: readonly never[] = [];

/** Creates an entry without adding it to a map. */
export function createEntry(type: ResourceType, id: string, record: object, node: IncludeNode): ResourceEntry {
  return { type, id, record, node, steps: NO_STEPS, linkage: NO_STEPS, extras: undefined };
}

/** Returns the extras of an entry. Creates them on first use. */
export function ensureExtras(entry: ResourceEntry): EntryExtras {
  entry.extras ??= { records: undefined, recordList: [], nodes: new Set(), unresolvedSteps: [] };
  return entry.extras;
}

/** Returns one record's value for a relationship, or `undefined` if it is not loaded. */
function readRelationship({ related }: RecordReader, record: object, { name, definition }: RelationshipPlan): unknown {
  const known = related?.(record, name);
  if (known !== undefined) return known;
  const { from } = definition;
  return from === undefined ? memberOf(record, name) : firstMember(record, from);
}

/** Returns the value of a relationship from the first record that has one, or `undefined` if no record does. */
export function relatedValue(
  reader: RecordReader,
  record: object,
  extraRecords: Set<object> | undefined,
  relationship: RelationshipPlan,
): unknown {
  const value = readRelationship(reader, record, relationship);
  if (value !== undefined || extraRecords === undefined) return value;
  for (const extraRecord of extraRecords) {
    const extraValue = readRelationship(reader, extraRecord, relationship);
    if (extraValue !== undefined) return extraValue;
  }
  return undefined;
}

/** Like `relatedValue`, but reads only the entry's extra records, beginning at `startIndex`. */
export function relatedValueFrom(
  reader: RecordReader,
  entry: ResourceEntry,
  startIndex: number,
  relationship: RelationshipPlan,
): unknown {
  const { recordList } = ensureExtras(entry);
  for (let index = startIndex; index < recordList.length; index++) {
    const value = readRelationship(reader, recordList[index] as object, relationship);
    if (value !== undefined) return value;
  }
  return undefined;
}
