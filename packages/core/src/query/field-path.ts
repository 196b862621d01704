import { commonMessages } from '../error/chapters/shared-messages.ts';
import { type MessagePart, messagePart, nameList, supported } from '../error/message-part.ts';
import type { Api, AttributeDefinition, RelationshipDefinition, ResourceType } from '../schema/api.ts';
import { didYouMean, type QueryErrors } from './query-errors.ts';

/** The end of a dotted field: the id, an attribute, or for `filter` a relationship. */
export type FieldPathEnd =
  | { readonly kind: 'id' }
  | { readonly kind: 'attribute'; readonly attribute: AttributeDefinition }
  | { readonly kind: 'relationship'; readonly relationship: RelationshipDefinition };

/** A path that cannot be followed, and the sentences with the reason. */
interface NoFieldPath {
  readonly kind: 'none';
  readonly strings: readonly (MessagePart | undefined)[];
}

type Capability = 'filter' | 'sort';

/** A type that a path has reached, and the relationship through which it came. */
interface Place {
  readonly type: ResourceType;
  readonly through: RelationshipDefinition | undefined;
}

/**
 * Whether a path can continue through a relationship. A relationship with several target types does not have common fields, so
 * the path could not be typed.
 */
export function canTraverse(relationship: RelationshipDefinition, capability: Capability): boolean {
  if (!relationship[capability] || relationship.targets.length !== 1) return false;
  return capability === 'filter' || relationship.kind === 'to-one';
}

/** Whether the relationship through which a path came allows it to continue with a name. */
function isAllowed({ through }: Place, capability: Capability, name: string): boolean {
  const paths = capability === 'filter' ? through?.filterPaths : through?.sortPaths;
  return paths === undefined || paths.includes(name);
}

/** Whether a relationship can be filtered by ids. */
export function hasIds({ filter, filterPaths }: RelationshipDefinition): boolean {
  return filter && filterPaths?.includes('id') !== false;
}

/**
 * Returns the names that can follow in a path: relationships that it can continue through, or fields that it can end
 * with.
 */
function namesOf(place: Place, capability: Capability, isLast: boolean): string[] {
  const { attributes, relationships } = place.type;
  const through = [...relationships.values()].filter((it) =>
    isLast ? capability === 'filter' && hasIds(it) : canTraverse(it, capability),
  );
  const ends = [...attributes.values()].flatMap((it) => {
    const members = capability === 'filter' && it.members !== undefined ? [...it.members.values()] : [];
    if (!isLast) return members.length > 0 ? [it] : [];
    return it[capability] ? [it, ...members] : members;
  });
  const names = [...(isLast ? ['id'] : []), ...[...ends, ...through].map(({ name }) => name)];
  return names.filter((name) => isAllowed(place, capability, name.split('.', 1)[0] as string));
}

function endOf(place: Place, name: string, capability: Capability): FieldPathEnd | undefined {
  if (!isAllowed(place, capability, name)) return undefined;
  if (name === 'id') return { kind: 'id' };
  const attribute = place.type.attributes.get(name);
  if (attribute?.[capability] === true) return { kind: 'attribute', attribute };
  const relationship = place.type.relationships.get(name);
  if (capability !== 'filter' || relationship === undefined || !hasIds(relationship)) return undefined;
  return { kind: 'relationship', relationship };
}

/**
 * Resolves a dotted field of a type, step by step. Every relationship on the path and the field at its end must be
 * declared for `filter` or `sort`. Treats a name that exists but is not declared for them like an unknown name.
 *
 * @returns The end of the path, or the sentences with the reason why the path is invalid.
 */
export function followFieldPath(
  api: Api,
  type: ResourceType,
  field: string,
  capability: Capability,
  maxSteps: number,
  errors: QueryErrors,
): FieldPathEnd | NoFieldPath {
  const steps = field.split('.');
  if (steps.length > maxSteps)
    return {
      kind: 'none',
      strings: [messagePart(commonMessages, 'common.pathTooLong', { limit: maxSteps, steps: steps.length })],
    };
  const last = steps.length - 1;
  let place: Place = { type, through: undefined };
  for (let index = 0; index < last; index++) {
    const step = steps[index] as string;
    const members = capability === 'filter' ? place.type.attributes.get(step)?.members : undefined;
    if (members !== undefined && isAllowed(place, capability, step)) {
      const attribute = members.get(steps.slice(index + 1).join('.'));
      return attribute === undefined
        ? describeFailure(place, steps, index + 1, [...members.keys()])
        : { kind: 'attribute', attribute };
    }
    const through = place.type.relationships.get(step);
    if (through === undefined || !canTraverse(through, capability) || !isAllowed(place, capability, step)) {
      return describeFailure(place, steps, index);
    }
    place = { type: api.types.get(through.targets[0] as string) as ResourceType, through };
  }
  return endOf(place, steps[last] as string, capability) ?? describeFailure(place, steps, last);

  function describeFailure(
    at: Place,
    path: readonly string[],
    index: number,
    members?: readonly string[],
  ): NoFieldPath {
    const prefix = path
      .slice(0, index)
      .map((step) => `${step}.`)
      .join('');
    const isLast = members !== undefined || index === path.length - 1;
    const names = members ?? namesOf(at, capability, isLast);
    const hint = didYouMean(errors, path.slice(index, isLast ? undefined : index + 1).join('.'), names, prefix);
    const shown = names.map((name) => (isLast ? prefix + name : `${prefix}${name}.…`));
    return { kind: 'none', strings: [hint, names.length === 0 ? undefined : supported(nameList(shown))] };
  }
}
