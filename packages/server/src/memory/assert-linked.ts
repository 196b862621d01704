import { rejection } from '@linkage/core/internal';
import { identifiersOf, type MemoryTable } from './memory-table.ts';

/**
 * Checks that the resources in the linkage of a write exist.
 *
 * @param others Resources that count as existing.
 * @throws {JsonApiError} 404.
 */
export function assertLinked(
  tables: ReadonlyMap<string, MemoryTable>,
  relationships: object,
  others: readonly ({ readonly type: string; readonly id: string | undefined } | undefined)[],
): void {
  for (const { type, id } of Object.values(relationships).flatMap(identifiersOf)) {
    if (others.some((other) => type === other?.type && id === other.id)) continue;
    if (tables.get(type)?.has(id) === false) throw rejection('RELATED_RESOURCE_NOT_FOUND.document', {});
  }
}
