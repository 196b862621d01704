import type { AttributeDefinition, ResourceType } from '@linkage/core';
import { memberOf, storedAttributes } from '@linkage/core/internal';
import { isReplacement } from '../../sources/links/linkage-change.ts';
import type { Action } from '../../sources/port/actions.ts';
import type { LinkageChange } from '../../sources/port/data-source.ts';
import type { FieldChanges } from './write-hooks.ts';

/** The parts of a write that a hook `after` receives, and that say what it changed. */
export interface WrittenFacts {
  readonly record?: object | undefined;
  readonly written?: object | undefined;
  readonly input?: { readonly attributes: object; readonly relationships: object } | undefined;
  readonly relationship?: string | undefined;
  readonly change?: LinkageChange | undefined;
}

const textOf = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, it: unknown) => (typeof it === 'bigint' ? String(it) : it));

function changeOf(from: unknown, to: unknown): FieldChanges[string] | undefined {
  if (textOf(from) === textOf(to)) return undefined;
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/**
 * Returns what a write changed of each field, as the records before and after it say. A relationship is one that the request names, because others
 * do not change, or, of a deletion, one that the record contains. Records do not contain all linkage, so `from` can be absent.
 */
export function fieldChanges(type: ResourceType, action: Action, facts: WrittenFacts): FieldChanges {
  const { record = {}, written = {}, input, relationship, change } = facts;
  if (relationship !== undefined && change !== undefined) {
    const changed = isReplacement(change) ? changeOf(memberOf(record, relationship), change.replace) : change;
    return changed === undefined ? {} : Object.fromEntries([[relationship, changed]]);
  }
  const attributes = storedAttributes(type).map((name) => {
    const { read } = type.attributes.get(name) as AttributeDefinition;
    const hasSecret = !read && input !== undefined && memberOf(input.attributes, name) !== undefined;
    const changed = read ? changeOf(memberOf(record, name), memberOf(written, name)) : undefined;
    return [name, hasSecret ? {} : changed] as const;
  });
  const links = action === 'delete' ? [...type.relationships.keys()] : Object.keys(input?.relationships ?? {});
  const relationships = links.map((name) => {
    const to = input && memberOf(input.relationships, name);
    return [name, changeOf(memberOf(record, name), to)] as const;
  });
  return Object.fromEntries([...attributes, ...relationships].filter(([, it]) => it !== undefined)) as FieldChanges;
}
