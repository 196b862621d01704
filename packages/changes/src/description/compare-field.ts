import type {
  AttributeDescription,
  FieldDescription,
  RelationshipDescription,
  ServerDescription,
} from '@linkage/server';
import { compareSchemas } from '../schema/compare-schemas.ts';
import { below, placeOfDifference } from '../schema/schema-difference.ts';
import { comparePages } from './compare-page.ts';
import { compareTexts, isSunset } from './deprecation.ts';
import { commonUse, directionOf } from './directions.ts';
import { compareNames } from './names.ts';
import { referenceResolver } from './reference-resolver.ts';
import type { Report } from './report.ts';

/** The two descriptions, and the day for dates of deprecations. */
export interface Versions {
  readonly before: ServerDescription;
  readonly after: ServerDescription;
  readonly today: string;
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
  compareNames(Object.keys(before), Object.keys(after), {
    removed: (name) => {
      const field = before[name] as FieldDescription;
      const isAnnounced = isSunset(field, versions.today);
      const message = `The field "${name}" was removed${isAnnounced ? ', as its deprecation announced' : ''}.`;
      report.add('field-removed', below(pointer, name), message, {
        ...(isAnnounced && { level: 'safe' }),
        before: field,
      });
    },
    added: (name) => {
      const field = after[name] as FieldDescription;
      const rule = field.required ? 'field-added-required' : 'field-added';
      report.add(rule, below(pointer, name), `The ${field.required ? 'required ' : ''}field "${name}" was added.`, {
        after: field,
      });
    },
    both: (name) => {
      compareField(
        name,
        before[name] as FieldDescription,
        after[name] as FieldDescription,
        below(pointer, name),
        versions,
        report,
      );
    },
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

/** The parts that say when messages contain a field. Relationships did not have all of them in older descriptions. */
interface Usable {
  readonly read?: boolean;
  readonly onRequest?: boolean;
  readonly required: boolean;
  readonly write: FieldDescription['write'];
}

function compareUse(name: string, before: Usable, after: Usable, pointer: string, { add }: Report): void {
  const [was, is] = [before.read !== false, after.read !== false];
  if (was && !is) add('field-hidden', `${pointer}/read`, `Responses no longer contain "${name}".`);
  if (!was && is) add('field-shown', `${pointer}/read`, `Responses contain "${name}".`);
  if (is && was && before.onRequest !== true && after.onRequest === true) {
    add('field-on-request', `${pointer}/onRequest`, `Responses contain "${name}" only if \`fields\` lists it.`);
  }
  if (is && was && before.onRequest === true && after.onRequest !== true) {
    add('field-by-default', `${pointer}/onRequest`, `Responses contain "${name}" without \`fields\`.`);
  }
  for (const kind of ['create', 'update'] as const) {
    const verb = kind === 'create' ? 'create a resource' : 'update a resource';
    const [could, can] = [canWrite(before.write, kind), canWrite(after.write, kind)];
    if (could && !can)
      add('field-read-only', `${pointer}/write`, `Requests that ${verb} can no longer contain "${name}".`, {
        before: before.write,
        after: after.write,
      });
    if (!could && can)
      add('field-writable', `${pointer}/write`, `Requests that ${verb} can contain "${name}".`, {
        before: before.write,
        after: after.write,
      });
  }
  if (!before.required && after.required)
    add('field-required', `${pointer}/required`, `Requests that create a resource must contain "${name}".`);
  if (before.required && !after.required)
    add('field-optional', `${pointer}/required`, `Requests that create a resource can omit "${name}".`);
}

function canWrite(rule: FieldDescription['write'], kind: 'create' | 'update'): boolean {
  return rule === true || rule === kind;
}

function compareAttribute(
  name: string,
  before: AttributeDescription,
  after: AttributeDescription,
  pointer: string,
  { before: first, after: second }: Versions,
  { add }: Report,
): void {
  const direction = directionOf(commonUse(before, after));
  const references = { before: referenceResolver(first), after: referenceResolver(second) };
  if (direction !== undefined) {
    for (const difference of compareSchemas(before.schema, after.schema, references)) {
      const { rule, message, pointer: _, ...values } = difference;
      add(rule, placeOfDifference(`${pointer}/schema`, difference), `The value of "${name}" ${message}.`, {
        direction,
        ...values,
      });
    }
  }
  if (before.sort && !after.sort) add('sort-removed', `${pointer}/sort`, `Requests can no longer sort by "${name}".`);
  if (!before.sort && after.sort) add('sort-added', `${pointer}/sort`, `Requests can sort by "${name}".`);
}

function compareRelationship(
  name: string,
  before: RelationshipDescription,
  after: RelationshipDescription,
  pointer: string,
  report: Report,
): void {
  const { add } = report;
  const direction = directionOf(commonUse(before, after));
  compareNames(before.targets, after.targets, {
    removed: (type) => {
      if (direction)
        add('target-removed', `${pointer}/targets`, `"${name}" can no longer contain "${type}".`, {
          direction,
          before: type,
        });
    },
    added: (type) => {
      if (direction)
        add('target-added', `${pointer}/targets`, `"${name}" can contain "${type}".`, { direction, after: type });
    },
  });
  if (before.include && !after.include)
    add('include-removed', `${pointer}/include`, `Requests can no longer include "${name}".`);
  if (!before.include && after.include) add('include-added', `${pointer}/include`, `Requests can include "${name}".`);
  comparePaths(
    name,
    { kind: 'filter', before: before.filterPaths, after: after.filterPaths },
    `${pointer}/filterPaths`,
    report,
  );
  comparePaths(
    name,
    { kind: 'sort', before: before.sortPaths, after: after.sortPaths },
    `${pointer}/sortPaths`,
    report,
  );
  if (before.inverse !== after.inverse) {
    const message = `The inverse of "${name}" is ${after.inverse ?? 'not declared'}, instead of ${before.inverse ?? 'not declared'}.`;
    add('inverse-changed', `${pointer}/inverse`, message, { before: before.inverse, after: after.inverse });
  }
  if (before.page !== undefined && after.page !== undefined) {
    comparePages(before.page, after.page, { pointer: `${pointer}/page`, name: `"${name}"` }, report);
  }
}

function comparePaths(
  name: string,
  {
    kind,
    before,
    after,
  }: { readonly kind: 'filter' | 'sort'; readonly before: readonly string[]; readonly after: readonly string[] },
  pointer: string,
  { add }: Report,
): void {
  compareNames(before, after, {
    removed: (path) =>
      add(`${kind}-removed`, pointer, `The ${kind} path "${name}.${path}" was removed.`, { before: path }),
    added: (path) => add(`${kind}-added`, pointer, `The ${kind} path "${name}.${path}" was added.`, { after: path }),
  });
}
