import { resourceErrors } from '../error/chapters/resource-errors.ts';
import { errorIn, JsonApiError } from '../error/json-api-error.ts';
import { type Awaitable, andThen, together } from '../internal/awaitable.ts';
import { truncate } from '../internal/describe-value.ts';
import { defaultDocumentLimits } from '../requests/parse/document-limits.ts';
import { byId, placedIdentifiers, placedRelationships, type RequestLinkage } from '../requests/parse/placed-linkage.ts';

/** A value that links resources: the `input` of a request or of an operation, or what `readLinkageRequest` returned, or an operation on a relationship. */
export type LinkingInput =
  | { readonly type: string; readonly id?: string | undefined; readonly relationships: object }
  | { readonly linkage: RequestLinkage };

/** Returns those of several ids that exist. */
type FindIds = (type: string, ids: readonly string[]) => Awaitable<Iterable<string>>;

/**
 * Checks that the resources exist that a request links. The resource of the request itself counts as existing, and local ids are not checked.
 *
 * @param existing Returns those of several ids of a type that exist: once for each type, at the same time. If it returns a promise, await the check.
 * @throws {JsonApiError} 404 with an error for each identifier of a missing resource, and its pointer.
 * @see https://jsonapi.org/format/1.1/#crud-creating-responses-404
 * @example
 * await checkRelated(read.input, async (type, ids) => (await rows(type, ids)).map(({ id }) => id));
 */
export function checkRelated<Find extends FindIds>(
  input: LinkingInput,
  existing: Find,
): ReturnType<Find> extends Promise<unknown> ? Promise<void> : void {
  const { type, id } = 'linkage' in input ? { type: undefined, id: undefined } : input;
  const placed =
    'linkage' in input
      ? [{ pointer: '/data', relationship: '', linkage: input.linkage }]
      : placedRelationships(input.relationships as Record<string, unknown>);
  const linked = placedIdentifiers(placed, byId).filter(({ identifier: it }) => it.type !== type || it.id !== id);
  const types = [...new Set(linked.map(({ identifier }) => identifier.type))];
  const finding = together(types, (name) => {
    const ids = linked.flatMap(({ identifier: it }) => (it.type === name ? [it.id] : []));
    return andThen(existing(name, [...new Set(ids)]), (found) => new Set(found));
  });
  return andThen(finding, (found) => {
    const missing = linked.filter(({ identifier: it }) => !found[types.indexOf(it.type)]?.has(it.id));
    if (missing.length === 0) return;
    throw new JsonApiError(
      missing.slice(0, defaultDocumentLimits.errors).map(({ pointer, identifier }) => {
        const values = { type: identifier.type, id: truncate(identifier.id) };
        return errorIn(resourceErrors, 'RELATED_RESOURCE_NOT_FOUND.resource', values, { pointer });
      }),
    );
  }) as never;
}
