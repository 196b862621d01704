import { isPromiseLike } from '../internal/is-promise-like.ts';
import type { Awaitable } from '../source/data-source.ts';
import { type References, readMembers, readReferences } from '../source/read-related.ts';
import { type CutRelationship, type Parent, type ShownMembers, showMembers } from './cut-relationship.ts';
import type { LoadingSetup } from './loading-exchange.ts';

/** What a relationship leads to from one resource. */
export interface Followed {
  readonly references: References;
  /** Absent when all related resources are there. */
  readonly cut?: CutRelationship | undefined;
}

function toFollowed({ members, cut }: ShownMembers): Followed {
  return { references: members, cut };
}

/** Reads what a source or a record says of a relationship, and cuts it to what the document shows. */
export function followValue(setup: LoadingSetup, parent: Parent, value: unknown): Awaitable<Followed> {
  const { type, id, relationship } = parent;
  if (relationship.kind === 'to-one')
    return { references: readReferences(setup.api, type, id, relationship, value), cut: undefined };
  const shown = showMembers(setup, parent, readMembers(setup.api, type, id, relationship, value));
  return isPromiseLike(shown) ? shown.then(toFollowed) : toFollowed(shown);
}
