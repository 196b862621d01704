import type { SourceCall } from '../source/data-source.ts';
import { linkedIds } from '../source/linked-ids.ts';
import type { Guarded } from './judge.ts';
import { canRefuse, findSide, sideAllows } from './other-sides.ts';
import { forbidden } from './permission.ts';

/**
 * Calls the rules of the resources whose records store a link to the deleted resource: a database that sets these links
 * to null changes them.
 *
 * @throws {JsonApiError} 403 if a rule rejects the change, or if the resources cannot be determined.
 */
export async function assertDeletable({ gate, type }: Guarded, id: string, call: SourceCall): Promise<void> {
  const reading = { api: gate.api, most: gate.most, sourceOf: gate.rawSourceOf };
  for (const stored of gate.sides.storedLinksTo(type.name)) {
    const { side } = stored;
    if (!(await canRefuse(gate, side))) continue;
    const ids = await linkedIds(reading, stored, type, id, call);
    if (ids === undefined) throw forbidden('delete');
    const found = await findSide(gate, side, ids, call);
    for (const linked of ids) {
      const change = { side, id: linked, added: [], removed: [{ type: type.name, id }] };
      if (!(await sideAllows(gate, change, found, call))) throw forbidden('delete');
    }
  }
}
