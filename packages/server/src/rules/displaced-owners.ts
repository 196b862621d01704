import type { FilterTerm, RelationshipDefinition, ResourceIdentifierObject } from '@linkage/core';
import { ready, type Steps } from '@linkage/core/internal';
import { identifiersOfReferences, linkageOfRecords } from '../sources/links/linkage-of-records.ts';
import type { Side } from '../sources/links/sides.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { Linked, SideChange } from './find-linked.ts';
import { forbidden } from './permission.ts';
import type { LinkingSource } from './request-access.ts';

type Identifiers = readonly ResourceIdentifierObject[];
/** The members that owners lose, by the id of the owner. */
type Losses = Map<string, ResourceIdentifierObject[]>;

function addLoss(losses: Losses, id: string, member: ResourceIdentifierObject): void {
  const members = losses.get(id);
  if (members === undefined) losses.set(id, [member]);
  else members.push(member);
}

/** Finds owners through their own relationship, because the members do not declare an inverse relationship. */
function* findOwners(
  { access, type, source }: LinkingSource,
  name: string,
  added: Identifiers,
  memberType: string,
  call: SourceCall,
): Steps<Losses> {
  const losses: Losses = new Map();
  if (added.length === 0) return losses;
  const relationship = type.relationships.get(name) as RelationshipDefinition;
  // Without these methods, the owners cannot be determined, so a rule of an owner could not be called.
  if (source.list === undefined || source.related === undefined)
    throw forbidden(
      'updateRelationship',
      `The source of "${type.name}" must have \`list\` and \`related\`, so that the current owners can be asked.`,
    );
  const values = added.map(({ id }) => id);
  const filter: FilterTerm[] = [{ field: name, operator: 'eq', values }];
  // Ids do not contain their type, so as many resources of each other type can have these ids.
  const page = { offset: 0, limit: added.length * relationship.targets.length };
  const { records } = yield* ready(
    source.list({ filter, sort: [], page, selection: selectionOf(), total: false }, call),
  );
  const owners = records.map((record) => ({ id: idOf(type.name, record) }));
  const from = { api: access.api, type, source };
  const linkage = yield* ready(linkageOfRecords(from, relationship, owners, { most: access.most, ids: values }, call));
  // A source that ignores the filter may not have returned the members that move.
  if (!linkage.isWhole)
    throw forbidden(
      'updateRelationship',
      `The owners of the added resources have more than ${access.most} members in \`${name}\`.`,
    );
  const moved = new Set(values);
  for (const owner of owners) {
    for (const member of identifiersOfReferences(linkage.of(owner) ?? []))
      if (member.type === memberType && moved.has(member.id)) addLoss(losses, owner.id, member);
  }
  return losses;
}

/** Returns the owners of the added resources, by their own relationship. */
function currentOwners(
  { access }: LinkingSource,
  ownerSide: Side,
  side: Side,
  added: Identifiers,
  found: ReadonlyMap<string, Linked>,
): Losses {
  const losses: Losses = new Map();
  const canFind = access.unguardedSourceOf(side.type)?.find !== undefined;
  for (const member of added) {
    const current = found.get(member.id);
    // A resource that does not exist does not have an owner.
    if (current === undefined && canFind) continue;
    // If the owner is unknown, its rule could not be called.
    if (current?.members === undefined)
      throw forbidden(
        'updateRelationship',
        `The source of "${side.type}" must have \`find\`, and its records must contain \`${side.relationship}\` or it must have \`related\`, so that the current owners can be asked.`,
      );
    for (const { type, id } of current.members) if (type === ownerSide.type) addLoss(losses, id, member);
  }
  return losses;
}

/**
 * Returns the resources that lose a member because the member gets another owner and can have only one. For example,
 * article 3 belongs to person 1. If a request adds article 3 to `articles` of person 2, person 1 loses article 3.
 *
 * @param ownerSide The side of the owners: `people.articles` in the example.
 * @param side The side of the members: `articles.author` in the example.
 * @param found The current members, with their owners.
 * @throws {JsonApiError} 403 if the owners cannot be determined.
 */
export function* displacedOwners(
  written: LinkingSource,
  ownerSide: Side & { readonly relationship: string },
  side: Side,
  added: Identifiers,
  found: ReadonlyMap<string, Linked>,
  call: SourceCall,
): Steps<readonly SideChange[]> {
  const losses =
    side.relationship === undefined
      ? yield* findOwners(written, ownerSide.relationship, added, side.type, call)
      : currentOwners(written, ownerSide, side, added, found);
  return [...losses].map(([id, removed]) => ({ side: ownerSide, id, added: [], removed }));
}
