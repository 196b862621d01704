import type { Api, CreateInput, IdentifierInput, LocalResourceIdentifierObject } from '@linkage/core';
import { identifiersOf } from '@linkage/core/internal';
import { identityOf } from '@linkage/core/records';
import type { OfferedSource } from '../port/any-source.ts';
import type { LinkageChange } from '../port/data-source.ts';
import { identifiersInChange } from './linkage-change.ts';

type Input = CreateInput<Api, string>;
type Identifiers = IdentifierInput | readonly IdentifierInput[];
type Linkage = Identifiers | null;

/** Whether an identifier of a create request names the new resource, whose id is not known yet. */
function namesNewResource(identifier: IdentifierInput): boolean {
  return !Object.hasOwn(identifier, 'id');
}

type Links<Value extends Linkage> = readonly (readonly [name: string, linkage: Value])[];

/** The relationships of a create request, divided by whether the new resource references itself. */
function linksWhere({ relationships }: Input, toItself: boolean): Links<Linkage> {
  const all = Object.entries(relationships as Readonly<Record<string, Linkage>>);
  return all.filter(([, linkage]) => identifiersOf(linkage).some(namesNewResource) === toItself);
}

/** Returns the relationships of a create request in which the new resource references itself. */
export function linksToItself(input: Input): Links<Identifiers> {
  return linksWhere(input, true) as Links<Identifiers>;
}

/**
 * Returns a create request without the relationships in which the new resource references itself. They are changed, and
 * their access rules called, once the resource has an id.
 */
export function withoutLinksToItself(input: Input): Input {
  if (linksToItself(input).length === 0) return input;
  const relationships = Object.freeze(Object.assign(Object.create(null), Object.fromEntries(linksWhere(input, false))));
  return Object.freeze({ ...input, relationships });
}

/** Replaces the new resource in linkage with its id. */
export function linkageWithId(linkage: Identifiers, id: string): Identifiers {
  const withId = (identifier: IdentifierInput): IdentifierInput => {
    if (!namesNewResource(identifier)) return identifier;
    const { lid: _, ...others } = identifier as LocalResourceIdentifierObject;
    return Object.freeze({ ...others, id });
  };
  return Array.isArray(linkage) ? Object.freeze(linkage.map(withId)) : withId(linkage as IdentifierInput);
}

/** Returns a change of links of a new resource to itself without the new resource: the other resources that it links. */
export function linksToOthers(type: string, id: string, change: LinkageChange): LinkageChange {
  const itself = identityOf(type, id);
  return { replace: identifiersInChange(change).filter((it) => identityOf(it.type, it.id) !== itself) };
}

/**
 * Whether a new resource of a source can reference itself. The source first creates the resource and then changes the
 * relationship, so both must be in one transaction.
 */
export function canLinkItself(source: OfferedSource): boolean {
  return source.updateRelationship !== undefined && source.transaction !== undefined;
}
