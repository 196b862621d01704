import { isPromiseLike } from '../internal/is-promise-like.ts';
import { pageOf } from '../source/read-related.ts';
import { includeError, tooManyMembers } from './include-error.ts';
import { selectionOfIncludes } from './include-tree.ts';
import { type BatchLoading, readValue } from './read-value.ts';
import type { Root } from './relationship-batches.ts';

/**
 * Requests the relationship from the source for resources whose records do not contain it.
 *
 * @throws {JsonApiError} 400 if the source cannot read relationships, or the relationship has too many members.
 */
export async function loadRelated(loading: BatchLoading, parents: readonly Root[]): Promise<void> {
  const { context, batch, query, pagePerParent } = loading;
  const { setup, call } = context;
  const { type, relationship } = batch;
  const { name, kind } = relationship;
  const source = setup.sourceOf(type.name);
  if (source?.related === undefined) {
    const detail = `The relationship \`${name}\` of type "${type.name}" cannot be included.`;
    throw includeError('RELATIONSHIP_PATH_UNKNOWN', detail);
  }
  const most = setup.limits.includedLinkage;
  // A to-one relationship has at most one member per parent. With a lower limit, a truncated member would look like an
  // empty relationship.
  const atMost = kind === 'to-one' ? parents.length : most + 1;
  const paths = [...batch.nodes].flatMap(({ remainingPaths }) => remainingPaths);
  const selection = selectionOfIncludes(setup, type, relationship, query, paths);
  const asked = { atMost, selection, pagePerParent };
  const parentIds = parents.map(({ id }) => id);
  const found = await source.related(name, parentIds, asked, call);
  let members = 0;
  for (const parent of parents) {
    const value = found.get(parent.id);
    members += pageOf(value)?.records.length ?? 0;
    const reading = readValue(loading, parent, value, pagePerParent?.limit);
    if (isPromiseLike(reading)) await reading;
  }
  if (members > most) throw tooManyMembers(name, most);
}
