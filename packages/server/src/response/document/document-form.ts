import type { ResourceType } from '@linkage/core';
import { memberOf, textHash } from '@linkage/core/internal';

import { versionSelection } from '../../reading/conditional/resource-version.ts';
import type { Undecided } from '../../request/default-sort.ts';
import type { AnyQuery } from '../../request/read-query.ts';
import type { Selection } from '../../sources/port/data-source.ts';
import { selectionFor, selectionWith } from '../../sources/port/selection.ts';
import type { ResponseOperation } from '../context.ts';
import { addsMembers } from '../members/plug-in-members.ts';
import { topLevelLinks } from './links.ts';

/** The part of the form of a document that follows from its fields. */
interface ShownForm {
  readonly selection: Selection;
  /** Undefined if a value can change without the version. */
  readonly text: string | undefined;
}

/** The forms of types without a fieldset, by the type as its user sees it, and by what its source declares. */
const wholeTypes = new WeakMap<ResourceType, { readonly versioned: ReadonlySet<string>; readonly form: ShownForm }>();

function shownFormOf(type: ResourceType, query: AnyQuery, versioned: ReadonlySet<string>): ShownForm {
  const fieldset = query.fields[type.name];
  const known = fieldset === undefined ? wholeTypes.get(type) : undefined;
  if (known?.versioned === versioned) return known.form;
  const selection = selectionFor(type, query);
  const shown = [...type.attributes.values()].filter(
    ({ name, read, onDemand }) => read && (fieldset === undefined ? !onDemand : fieldset.includes(name)),
  );
  const { undecided } = type as Undecided;
  const isVersioned = shown.every(
    ({ name, compute }) => compute === undefined && versioned.has(name) && undecided?.has(name) !== true,
  );
  const names = [type.name, shown.map(({ name }) => name), [...selection.relationships]];
  const form = { selection, text: isVersioned ? JSON.stringify(names) : undefined };
  if (fieldset === undefined) wholeTypes.set(type, { versioned, form });
  return form;
}

/** Whether nothing but the record and the request can change a document: no members of others, and no status of a job. */
function isOfRecord(operation: ResponseOperation<'resource'>, { plan }: AnyQuery): boolean {
  const { source, sink } = operation;
  const isPlain = source.version !== undefined && source.job === undefined && !source.isHashed && sink === 'text';
  return isPlain && plan?.root.isEnd !== false && !addsMembers(operation);
}

/**
 * Returns the form of the document of a resource: a hash that determines the text together with the version of the resource and the
 * linkage in its record. Undefined if more can change the text: included resources, members of the application or of plug-ins, computed
 * attributes, values that the source does not declare to be versioned, and attributes that the user reads of some resources only. With access rules, linkage also depends on who can read its members.
 */
export function formOf(
  operation: ResponseOperation<'resource'>,
  type: ResourceType,
  query: AnyQuery,
): DocumentForm | undefined {
  const { request, source } = operation;
  const { deployment } = request.server.options;
  const { versioned } = source.can;
  if (deployment === undefined || versioned.size === 0 || !isOfRecord(operation, query)) return undefined;
  const { selection, text } = shownFormOf(type, query, versioned);
  if (text === undefined || (request.rules !== undefined && selection.relationships.size > 0)) return undefined;
  const { contentType, extensions, profiles } = request.applied.negotiated;
  const parts = JSON.stringify([deployment, contentType, extensions, profiles, topLevelLinks(operation)]);
  return { hash: textHash(text + parts), relationships: selection.relationships };
}

/** The form of a document. */
export interface DocumentForm {
  readonly hash: string;
  /** The relationships that the document shows. */
  readonly relationships: ReadonlySet<string>;
}

/** Returns what a record needs for its version, and for the linkage in its document. */
export function formSelection(
  operation: ResponseOperation<'resource'>,
  type: ResourceType,
  { relationships }: DocumentForm,
): Selection {
  const needed = versionSelection(operation, type, { fields: { [type.name]: [] }, plan: undefined });
  return selectionWith(new Set(needed.attributes), new Set([...needed.relationships, ...relationships]));
}

/** Returns the form of a document with the linkage in its record, which other writes than those of the resource can change. */
export function wholeForm({ hash, relationships }: DocumentForm, record: object): string {
  const linkage = [...relationships].map((name) => [name, memberOf(record, name)]);
  const carried = linkage.filter(([, value]) => value !== undefined);
  return carried.length === 0 ? hash : hash + textHash(JSON.stringify(carried, plainText));
}

/** Ids can be bigints. */
function plainText(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
