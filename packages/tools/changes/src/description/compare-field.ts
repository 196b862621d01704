import type { AttributeDescription, FieldDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareRelationship } from './compare-relationship.ts';
import { compareUse } from './compare-use.ts';
import { compareValue } from './compare-value.ts';
import { compareStrings, isSunset } from './deprecation.ts';
import { commonUse, directionOf } from './directions.ts';
import { compareEntries, compareNames } from './names.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** An attribute. Older descriptions do not say whether resources can lack it. */
type Compared = Omit<AttributeDescription, 'optional'> & Partial<Pick<AttributeDescription, 'optional'>>;

/** Adds the changes that only attributes can have. */
function compareAttribute(
  name: string,
  before: Compared,
  after: Compared,
  pointer: string,
  versions: Versions,
  report: Report,
): void {
  const { add } = report;
  const direction = directionOf(commonUse(before, after));
  if (direction !== undefined) {
    const place = { pointer: `${pointer}/schema`, what: `The value of "${name}"`, direction };
    compareValue(before.schema, after.schema, place, versions, report);
  }
  // Of an attribute that requests can set, `required` says it.
  if (after.read !== false && before.required === after.required && before.optional !== after.optional) {
    if (after.optional === true && before.optional === false)
      add('attribute-optional', `${pointer}/optional`, `Responses can lack "${name}".`, { direction: 'response' });
    if (after.optional === false && before.optional === true)
      add('attribute-present', `${pointer}/optional`, `Resources always have "${name}".`, { direction: 'response' });
  }
  if (before.sort && !after.sort) add('sort-removed', `${pointer}/sort`, `Requests can no longer sort by "${name}".`);
  if (before.sort && after.sort && before.nulls !== after.nulls)
    add('nulls-moved', `${pointer}/nulls`, `Orders by "${name}" have null in another place.`, {
      direction: 'response',
      before: before.nulls,
      after: after.nulls,
    });
  if (!before.sort && after.sort) add('sort-added', `${pointer}/sort`, `Requests can sort by "${name}".`);
}

type Fields = { readonly [name: string]: FieldDescription };

/** Adds the changes of the fields of a type. */
export function compareFields(
  before: Fields,
  after: Fields,
  pointer: string,
  versions: Versions,
  report: Report,
): void {
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name, field) => {
      const isAnnounced = isSunset(field, versions.today);
      const isUsed = field.read !== false || field.write !== false;
      const message = `The field "${name}" was removed${isAnnounced ? ', as its deprecation announced' : ''}.`;
      report.add('field-removed', below(pointer, name), message, {
        ...((isAnnounced || !isUsed) && { level: 'safe' }),
        before: field,
      });
    },
    added: (name, field) => {
      const rule = field.required ? 'field-added-required' : 'field-added';
      report.add(rule, below(pointer, name), `The ${field.required ? 'required ' : ''}field "${name}" was added.`, {
        after: field,
      });
    },
    both: (name, was, is) => compareField(name, was, is, below(pointer, name), versions, report),
  });
}

function compareField(
  name: string,
  before: FieldDescription,
  after: FieldDescription,
  pointer: string,
  versions: Versions,
  report: Report,
): void {
  const { add } = report;
  compareStrings(before, after, pointer, report);
  if (before.kind !== after.kind) {
    const message = `The field "${name}" is ${kindText(after)}, instead of ${kindText(before)}.`;
    add('field-kind-changed', `${pointer}/kind`, message, { before: before.kind, after: after.kind });
    return;
  }
  compareUse(name, before, after, pointer, report);
  if (before.kind === 'attribute' && after.kind === 'attribute')
    compareAttribute(name, before, after, pointer, versions, report);
  if (before.kind !== 'attribute' && after.kind !== 'attribute')
    compareRelationship(name, before, after, pointer, report);
  compareFilters([name, before.filterOperators], [name, after.filterOperators], `${pointer}/filterOperators`, report);
  const [were, are] = [membersOf(before), membersOf(after)];
  for (const path of new Set([...were.keys(), ...are.keys()])) {
    const at = (members: ReadonlyMap<string, readonly string[]>) =>
      [`${name}.${path}`, members.get(path) ?? []] as const;
    compareFilters(at(were), at(are), below(`${pointer}/filterMembers`, path), report);
  }
}

/** Returns the operators of the members of an attribute that filters accept, by their paths. */
function membersOf(field: FieldDescription): ReadonlyMap<string, readonly string[]> {
  return new Map(field.kind === 'attribute' ? Object.entries(field.filterMembers ?? {}) : []);
}

/** A filter, with its operators. */
type Filter = readonly [name: string, operators: readonly string[]];

/** Adds the changes of the operators of a filter. */
export function compareFilters([name, before]: Filter, [, after]: Filter, pointer: string, { add }: Report): void {
  compareNames(before, after, {
    removed: (operator) =>
      add('filter-removed', pointer, `The filter "${name}" no longer has the operator "${operator}".`, {
        before: operator,
      }),
    added: (operator) =>
      add('filter-added', pointer, `The filter "${name}" has the operator "${operator}".`, { after: operator }),
  });
}

function kindText({ kind }: FieldDescription): string {
  return kind === 'attribute' ? 'an attribute' : `a ${kind} relationship`;
}
