import type { SourceCall } from '../source/data-source.ts';
import { linkedIds } from '../source/linked-ids.ts';
import { canRefuse, findSide, sideAllows } from './other-sides.ts';
import { forbidden } from './permission.ts';
import type { GuardedSource } from './visible-records.ts';

/**
 * Checks that a resource can be deleted although other records store links to it: a database that sets these links to
 * null changes these records, so their rules must allow it. For example, the articles of a deleted person.
 *
 * @throws {JsonApiError} 403 if a rule rejects the change, or if the resources cannot be determined.
 */
export async function assertDeletable({ access, type }: GuardedSource, id: string, call: SourceCall): Promise<void> {
  const reading = { api: access.api, most: access.most, sourceOf: access.unguardedSourceOf };
  for (const stored of access.sides.storedLinksTo(type.name)) {
    const { side } = stored;
    if (!(await canRefuse(access, side))) continue;
    const ids = await linkedIds(reading, stored, type, id, call);
    if (ids === undefined) throw forbidden('delete');
    const found = await findSide(access, side, ids, call);
    for (const linked of ids) {
      const change = { side, id: linked, added: [], removed: [{ type: type.name, id }] };
      if (!(await sideAllows(access, change, found, call))) throw forbidden('delete');
    }
  }
}
