import type { SourceCall } from '../sources/data-source.ts';
import type { Side } from '../sources/sides.ts';
import { type Found, isInScope } from './other-sides.ts';
import { describeResource, forbidden } from './permission.ts';
import type { RequestAccess } from './request-access.ts';
import { visibleIds } from './visible-records.ts';

/** The resources of one side that a write changes, and what was found before it. */
export interface ChangedSide {
  readonly side: Side;
  readonly ids: readonly string[];
  readonly found: ReadonlyMap<string, Found>;
}

/**
 * Checks, after a write, that the caller can still read the other sides whose links it changed: no write may move a
 * resource out of the caller's `read` rule, from whichever side. One source call for each side.
 *
 * @throws {JsonApiError} 403 if the write has hidden a resource. If its source has transactions, the write is undone.
 */
export async function assertStillVisible(
  access: RequestAccess,
  changed: readonly ChangedSide[],
  call: SourceCall,
): Promise<void> {
  for (const { side, ids, found } of changed) {
    if (side.isOpen || !(await isInScope(access, side.type, side.relationship))) continue;
    const before = ids.filter((id) => found.get(id)?.isVisible === true);
    const after = before.length === 0 ? new Set() : await visibleIds(access, side.type, before, call);
    const hidden = before.find((id) => !after.has(id));
    if (hidden !== undefined)
      throw forbidden(
        'relate',
        `The caller cannot read ${describeResource(side.type, hidden)} after the write: see \`access.${side.type}.read\`.`,
      );
  }
}
