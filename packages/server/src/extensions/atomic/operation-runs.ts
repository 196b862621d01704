import type { ResourceIdentifierObject } from '@linkage/core';
import { type AtomicOperation, isObject, ownMembers } from '@linkage/core/internal';

/** An operation of a list. */
export interface PlacedOperation {
  readonly operation: AtomicOperation;
  readonly index: number;
  readonly isUpsert: boolean;
  /** Its linkage, which is not checked yet. */
  readonly links: readonly UncheckedLink[];
}

interface UncheckedLink {
  readonly type: unknown;
  readonly id: unknown;
  readonly lid: unknown;
}

/** Whether an operation cannot be part of a run of several: it links to a new resource by a local id, which is known only once it is created. */
function isAlone({ operation, isUpsert, links }: PlacedOperation): boolean {
  const { op, target } = operation;
  if (target.relationship !== undefined || isUpsert || op === 'remove') return true;
  return op === 'add' ? links.some((it) => it.lid !== undefined && it.type === target.type) : target.id === undefined;
}

/** Divides operations into runs. A run of several operations creates resources of one type, or updates some, none of them twice. */
export function runsOf(operations: readonly PlacedOperation[]): readonly (readonly PlacedOperation[])[] {
  const runs: PlacedOperation[][] = [];
  let kind: string | undefined;
  const updated = new Set<string>();
  for (const placed of operations) {
    const { op, target } = placed.operation;
    const own = isAlone(placed) ? undefined : JSON.stringify([op, target.type]);
    const id = op === 'update' ? target.id : undefined;
    const isNext = own !== undefined && own === kind && !(id !== undefined && updated.has(id));
    if (isNext) runs.at(-1)?.push(placed);
    else {
      runs.push([placed]);
      updated.clear();
    }
    kind = own;
    if (id !== undefined) updated.add(id);
  }
  return runs;
}

/** Returns the resources that a run of several operations updates. */
export function updatedBy(run: readonly PlacedOperation[]): readonly ResourceIdentifierObject[] {
  if (run.length < 2) return [];
  return run.flatMap(({ operation: { op, target } }) =>
    op === 'update' && target.id !== undefined ? [{ type: target.type, id: target.id }] : [],
  );
}

/** Returns the resources to which an operation links, without those that the list creates. */
export function linkedBy({ links }: PlacedOperation): readonly ResourceIdentifierObject[] {
  return links.flatMap(({ type, id }) => (typeof type === 'string' && typeof id === 'string' ? [{ type, id }] : []));
}

function linksIn(linkage: unknown): readonly UncheckedLink[] {
  if (Array.isArray(linkage)) return linkage.flatMap(linksIn);
  if (!isObject(linkage)) return [];
  const { type, id, lid } = ownMembers(linkage);
  return [{ type, id, lid }];
}

/** Returns the linkage of an operation. What a removal contains has no meaning, unless it removes members. */
export function linksOf({ op, target, data }: AtomicOperation): readonly UncheckedLink[] {
  if (target.relationship !== undefined) return op === 'remove' ? [] : linksIn(data);
  return Object.values(ownMembers(ownMembers(data)['relationships'])).flatMap((it) => linksIn(ownMembers(it)['data']));
}
