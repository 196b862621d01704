import type { Api, CreateInput, FilterCondition, ResourceType } from '@linkage/core';
import { type Awaitable, allOf, andThen, chosenIdOf, orElse, termsIn, together } from '@linkage/core/internal';
import { identifiersInChange, replacements } from '../sources/links/linkage-change.ts';
import type { Action } from '../sources/port/actions.ts';
import { compareStored } from '../sources/port/compare-stored.ts';
import { type AccessFilter, termsOf } from './access-filter.ts';
import { applies, isDecidedBySource } from './applied-filters.ts';
import { inputWithDefaults } from './hidden-defaults.ts';
import { canRejectSide } from './inverse-rules.ts';
import { ruleFor } from './permission.ts';
import { allowsEffects } from './permit-deletion.ts';
import { type Permit, permit } from './permitted.ts';
import { type GuardedSource, isToOne, type RequestAccess } from './request-access.ts';
import { rejectsAhead, ruleAhead } from './rule-ahead.ts';

type NewResource = CreateInput<Api, string>;

/** A write that the rules permit of each resource that matches all conditions. */
export interface PermittedAhead {
  readonly permit: Permit;
  readonly conditions: readonly FilterCondition[];
}

/** The changes of an update. */
export interface Changes {
  readonly attributes: object;
  readonly relationships: object;
}

/** Whether the row itself decides the result of conditions, and an update leaves it as it is. */
export function isUnchanged(
  { type, source }: GuardedSource,
  { attributes, relationships }: Changes,
  conditions: readonly FilterCondition[],
): boolean {
  if (!compareStored(source.can.applies.update, type, conditions)) return false;
  // A field that the type does not declare can be another name of one that it declares.
  return termsIn(conditions).every(
    ({ field }) => !(field.startsWith('@') || Object.hasOwn(attributes, field) || Object.hasOwn(relationships, field)),
  );
}

/**
 * Whether the user can read each resource that the relationships of a type contain, so that its linkage is shown as it is.
 *
 * @param checked Relationships whose members are checked before the write.
 */
function showsLinkage(
  access: RequestAccess,
  { relationships }: ResourceType,
  checked: object = {},
): Awaitable<boolean> {
  const shown = [...relationships.values()].filter(({ name }) => !Object.hasOwn(checked, name));
  const targets = new Set(shown.flatMap((it) => it.targets));
  const reading = together(targets, (it) => access.accessFilterOf(it));
  return andThen(reading, (accessFilters) => accessFilters.every((it) => it === 'all'));
}

/** Returns what the user can read of a type, then what the rule of an action allows. */
function filtersAhead(
  access: RequestAccess,
  type: string,
  action: Exclude<Action, 'updateRelationship'>,
): Awaitable<readonly (AccessFilter | undefined)[]> {
  return andThen(access.accessFilterOf(type), (it) => andThen(ruleAhead(access, type, action), (rule) => [it, rule]));
}

/** A new resource that the rules permit, with the defaults of the attributes that the user cannot read. */
export interface PermittedNew {
  readonly permit: Permit;
  readonly given: NewResource;
  /** Whether the user can read all that the response shows. Otherwise, all but the resources that the new one links to, which must be checked. */
  readonly isShown: boolean;
}

/** Whether the inverse relationships of a relationship allow each link of a resource. Resources of which a link replaces another one take all steps. */
function sidesAllow(access: RequestAccess, { name }: ResourceType, relationship: string): Awaitable<boolean> {
  return allOf(access.sides.othersOf(name, relationship), (side) => {
    if (side.relationship === undefined || isToOne(access, side)) return false;
    return andThen(canRejectSide(access, side, rejectsAhead), (it) => !it);
  });
}

const isAll = (filter: Awaitable<AccessFilter | undefined>): Awaitable<boolean> =>
  andThen(filter, (it) => it === 'all');

/** Whether the rules allow an update to replace all links of these relationships, for the user alone. */
function allowsLinks(access: RequestAccess, type: ResourceType, names: readonly string[]): Awaitable<boolean> {
  if (names.length === 0) return true;
  const isRelated = ruleFor(access, type.name, 'updateRelationship') === 'updateRelationship';
  return andThen(!isRelated || isAll(ruleAhead(access, type.name, 'updateRelationship')), (isAllowed) =>
    isAllowed ? allOf(names, (name) => sidesAllow(access, type, name)) : false,
  );
}

/**
 * Returns the permit of a new resource if its rules answer before it is written, with true, and the user can read what the response
 * shows. Otherwise, also after an error, returns undefined: all steps then find the first error.
 */
export function permitNewAhead(
  { access, type }: GuardedSource,
  input: NewResource,
): Awaitable<PermittedNew | undefined> {
  const { name } = type;
  if (access.undecidedOf(name).size > 0) return undefined;
  const permitAs = (given: NewResource): Awaitable<PermittedNew | undefined> => {
    const links = replacements(given.relationships);
    const isRelated = ruleFor(access, name, 'updateRelationship') === 'updateRelationship';
    const about = { id: chosenIdOf(given), record: undefined };
    const checks: readonly (() => Awaitable<boolean>)[] = [
      () => isAll(access.accessFilterOf(name)),
      () => isAll(ruleAhead(access, name, 'create', { input: given })),
      ...links.map(([relationship, change]) => () => {
        const identifiers = identifiersInChange(change);
        return (
          !isRelated ||
          isAll(ruleAhead(access, name, 'updateRelationship', { ...about, relationship, change, identifiers }))
        );
      }),
      ...links.map(
        ([relationship]) =>
          () =>
            sidesAllow(access, type, relationship),
      ),
    ];
    return andThen(
      allOf(checks, (holds) => holds()),
      (isPermitted) => {
        if (!isPermitted) return undefined;
        return andThen(showsLinkage(access, type), (isShown) => {
          const showing = isShown || showsLinkage(access, type, given.relationships);
          return andThen(showing, (it) => (it ? { permit, given, isShown } : undefined));
        });
      },
    );
  };
  return orElse(
    () =>
      access.visibleApi === access.api ? permitAs(input) : andThen(inputWithDefaults(access, type, input), permitAs),
    () => undefined,
  );
}

/**
 * Returns the conditions under which the rules permit an update, or a deletion, before the resource is read: those of
 * `read`, which hold after the write, too, and those of the rule. Returns undefined if a rule needs the resource or fails, or if the response
 * could contain something that the user cannot read.
 *
 * @param changes Undefined for a deletion.
 */
export function permitAhead(
  guarded: GuardedSource,
  changes: Changes | undefined,
): Awaitable<PermittedAhead | undefined> {
  return orElse(
    () => permitWith(guarded, changes),
    () => undefined,
  );
}

function permitWith(guarded: GuardedSource, changes: Changes | undefined): Awaitable<PermittedAhead | undefined> {
  const { access, type, source } = guarded;
  if (access.undecidedOf(type.name).size > 0) return undefined;
  const action = changes === undefined ? 'delete' : 'update';
  return andThen(filtersAhead(access, type.name, action), (accessFilters) => {
    if (accessFilters.some((it) => it === undefined || it === 'none')) return undefined;
    const conditions = accessFilters.flatMap((it) => termsOf(it ?? 'none'));
    // Conditions on other rows take more than one statement, and more for a hidden resource than for a missing one.
    const isApplied =
      conditions.length === 0 ||
      (compareStored(source.can.applies[action], type, conditions) &&
        applies(access, source, action, type.name, conditions) &&
        isDecidedBySource(access, type.name, conditions));
    if (!isApplied) return undefined;
    if (changes === undefined)
      return andThen(allowsEffects(access, type.name), (isHarmless) =>
        isHarmless ? { permit, conditions } : undefined,
      );
    if (conditions.length > 0 && !isUnchanged(guarded, changes, conditions)) return undefined;
    const names = Object.keys(changes.relationships);
    return andThen(
      allOf([() => showsLinkage(access, type), () => allowsLinks(access, type, names)], (holds) => holds()),
      (isPermitted) => (isPermitted ? { permit, conditions } : undefined),
    );
  });
}
