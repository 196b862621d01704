import type { AttributeDescription, FieldDescription, ServerDescription } from '@linkage/server';
import { below } from '../below.ts';
import { compareEntries, type Place } from '../place.ts';
import { compareRelationship } from './compare-relationship.ts';
import { compareUse } from './compare-use.ts';
import { compareValue } from './compare-value.ts';
import { compareStrings, isSunset } from './deprecation.ts';
import { directionOf } from './directions.ts';

/** An attribute. Older descriptions do not say whether resources can lack it. */
type Compared = Omit<AttributeDescription, 'optional'> & Partial<Pick<AttributeDescription, 'optional'>>;

/** Returns what the JSON Schema of the attribute at a pointer cannot express. */
function gapsAt({ gaps = [] }: Partial<ServerDescription>, pointer: string): string {
  const own = gaps.filter(({ type = '', field = '' }) => below(`${below('/types', type)}/fields`, field) === pointer);
  return own
    .map(({ reason }) => reason)
    .sort()
    .join();
}

/** Adds the changes that only attributes can have. */
function compareAttribute(name: string, before: Compared, after: Compared, place: Place): void {
  const { at, pointer, changes, versions } = place;
  const direction = directionOf(before, after);
  if (direction !== undefined) {
    const [what, count] = [`The value of "${name}"`, changes.length];
    compareValue(before.schema, after.schema, what, direction, at('schema'));
    const isSame = gapsAt(versions.before, pointer) === gapsAt(versions.after, pointer);
    if (!isSame && changes.length === count)
      at('schema').add('schema-unclear', `${what} differs where JSON Schema cannot express it.`, { direction });
  }
  const ofResponses = { direction: 'response' } as const;
  // Of an attribute that requests can set, `required` says it.
  const saysOptional = after.read !== false && before.required === after.required;
  if (saysOptional && before.optional !== undefined && after.optional !== undefined)
    at('optional').flag(
      before.optional,
      after.optional,
      ['attribute-optional', `Responses can lack "${name}".`, ofResponses],
      ['attribute-present', `Resources always have "${name}".`, ofResponses],
    );
  at('sort').flag(
    before.sort,
    after.sort,
    ['sort-added', `Requests can sort by "${name}".`],
    ['sort-removed', `Requests can no longer sort by "${name}".`],
  );
  if (!before.sort || !after.sort) return;
  const moved = `Orders by "${name}" have null in another place.`;
  at('nulls').changed(before.nulls, after.nulls, 'nulls-moved', moved, ofResponses);
}

type Fields = { readonly [name: string]: FieldDescription };

/** Adds the changes of the fields of a type. */
export function compareFields(before: Fields, after: Fields, place: Place): void {
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name, field) => {
      const isAnnounced = isSunset(field, place.versions.today);
      const isUsed = field.read !== false || field.write !== false;
      const message = `The field "${name}" was removed${isAnnounced ? ', as its deprecation announced' : ''}.`;
      place.at(name).add('field-removed', message, {
        ...((isAnnounced || !isUsed) && { level: 'safe' }),
        before: field,
      });
    },
    added: (name, field) => {
      const rule = field.required ? 'field-added-required' : 'field-added';
      place.at(name).add(rule, `The ${field.required ? 'required ' : ''}field "${name}" was added.`, { after: field });
    },
    both: (name, was, is) => compareField(name, was, is, place.at(name)),
  });
}

function compareField(name: string, before: FieldDescription, after: FieldDescription, place: Place): void {
  compareStrings(before, after, place);
  const kinds = `The field "${name}" is ${kindText(after)}, instead of ${kindText(before)}.`;
  place.at('kind').changed(before.kind, after.kind, 'field-kind-changed', kinds);
  if (before.kind !== after.kind) return;
  compareUse(name, before, after, place);
  if (before.kind === 'attribute' && after.kind === 'attribute') compareAttribute(name, before, after, place);
  if (before.kind !== 'attribute' && after.kind !== 'attribute') compareRelationship(name, before, after, place);
  compareFilters(name, before.filterOperators, after.filterOperators, place.at('filterOperators'));
  const [were, are] = [membersOf(before), membersOf(after)];
  for (const path of new Set([...were.keys(), ...are.keys()]))
    compareFilters(`${name}.${path}`, were.get(path) ?? [], are.get(path) ?? [], place.at('filterMembers', path));
}

/** Returns the operators of the members of an attribute that filters accept, by their paths. */
function membersOf(field: FieldDescription): ReadonlyMap<string, readonly string[]> {
  return new Map(field.kind === 'attribute' ? Object.entries(field.filterMembers ?? {}) : []);
}

/** Adds the changes of the operators of a filter. */
export function compareFilters(
  name: string,
  before: readonly string[],
  after: readonly string[],
  { names }: Place,
): void {
  names(
    before,
    after,
    'filter',
    (operator, has) => `The filter "${name}" ${has ? 'has' : 'no longer has'} the operator "${operator}".`,
  );
}

function kindText({ kind }: FieldDescription): string {
  return kind === 'attribute' ? 'an attribute' : `a ${kind} relationship`;
}
