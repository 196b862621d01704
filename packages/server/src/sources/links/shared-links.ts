import type { Api, ResourceType } from '@linkage/core';
import type { Side, Sides } from './sides.ts';

/** Two relationships of one type that contain the same links. */
export interface SharedLinks {
  readonly names: readonly [string, string];
  /** The types of the members that both contain. Undefined if they are the two directions of a link: then only links to itself are in both. */
  readonly types: ReadonlySet<string> | undefined;
}

function sharedBy(sides: Sides, { name: type, relationships }: ResourceType): readonly SharedLinks[] {
  const all = [...relationships.values()];
  const pairs = all.flatMap((one, index) => all.slice(index + 1).map((other) => [one, other] as const));
  return pairs.flatMap(([one, other]): readonly SharedLinks[] => {
    const names = [one.name, other.name] as const;
    const [others, back] = [sides.othersOf(type, one.name), sides.othersOf(type, other.name)];
    const areTurned =
      (one.inverse === other.name && one.targets.includes(type)) ||
      others.some((it) => it.type === type && it.relationship === other.name);
    if (areTurned) return [{ names, types: undefined }];
    const isBoth = (it: Side): boolean =>
      it.relationship !== undefined && back.some((at) => at.type === it.type && at.relationship === it.relationship);
    const types = new Set(others.filter(isBoth).map((it) => it.type));
    return types.size === 0 ? [] : [{ names, types }];
  });
}

/** Returns the relationships that can contradict each other in a request for one resource, by type. Most types have none. */
export function sharedLinksOf(api: Api, sides: Sides): ReadonlyMap<string, readonly SharedLinks[]> {
  const shared = Array.from(api.types.values(), (type) => [type.name, sharedBy(sides, type)] as const);
  return new Map(shared.filter(([, pairs]) => pairs.length > 0));
}
