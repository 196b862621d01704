import type { FieldDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareAttribute } from './compare-attribute.ts';
import { compareRelationship } from './compare-relationship.ts';
import { compareUse } from './compare-use.ts';
import { compareTexts, isSunset } from './deprecation.ts';
import { compareEntries, compareNames } from './names.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

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
  compareTexts(before, after, pointer, report);
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
  compareNames(before.filterOperators, after.filterOperators, {
    removed: (operator) =>
      add(
        'filter-removed',
        `${pointer}/filterOperators`,
        `The filter "${name}" no longer has the operator "${operator}".`,
        { before: operator },
      ),
    added: (operator) =>
      add('filter-added', `${pointer}/filterOperators`, `The filter "${name}" has the operator "${operator}".`, {
        after: operator,
      }),
  });
}

function kindText({ kind }: FieldDescription): string {
  return kind === 'attribute' ? 'an attribute' : `a ${kind} relationship`;
}
