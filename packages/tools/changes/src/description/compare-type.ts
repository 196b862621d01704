import type { JsonSchema } from '@linkage/core';
import type { TypeDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { commonWrites, fieldsWith } from './common-writes.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { compareFields } from './compare-field.ts';
import { comparePages } from './compare-page.ts';
import { compareValue } from './compare-value.ts';
import { compareStrings, isSunset } from './deprecation.ts';
import { compareEntries, compareNames } from './names.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

type Types = { readonly [type: string]: TypeDescription };

/** Adds the changes of the types. */
export function compareTypes(before: Types, after: Types, versions: Versions, report: Report): void {
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name, type) => {
      const isAnnounced = isSunset(type, versions.today);
      const message = `The type "${name}" was removed${isAnnounced ? ', as its deprecation announced' : ''}.`;
      report.add('type-removed', below('/types', name), message, isAnnounced ? { level: 'safe' } : {});
    },
    added: (name) => report.add('type-added', below('/types', name), `The type "${name}" was added.`),
    both: (name, was, is) => compareType(name, was, is, versions, report),
  });
}

function compareType(
  name: string,
  before: TypeDescription,
  after: TypeDescription,
  versions: Versions,
  report: Report,
): void {
  const { add } = report;
  const pointer = below('/types', name);
  compareStrings(before, after, pointer, report);
  const writes = commonWrites(before, after);
  const [was, is] = [fieldsWith(before.fields, writes), fieldsWith(after.fields, writes)];
  compareFields(was, is, `${pointer}/fields`, versions, report);
  compareEndpoints(before.endpoints, after.endpoints, `${pointer}/endpoints`, versions, report);
  comparePages(before.page, after.page, { pointer: `${pointer}/page`, name: `"${name}"` }, report);
  compareDefaults(name, before, after, pointer, report);
  compareStream(name, before.stream, after.stream, `${pointer}/stream`, report);
  compareParameters(before.parameters, after.parameters, { pointer: `${pointer}/parameters`, versions }, report);
  if (!writes.create) return;
  if (before.clientGeneratedIds && !after.clientGeneratedIds) {
    add('client-ids-rejected', `${pointer}/clientGeneratedIds`, `Clients can no longer choose the ids of "${name}".`);
  }
  if (!before.clientGeneratedIds && after.clientGeneratedIds) {
    add('client-ids-accepted', `${pointer}/clientGeneratedIds`, `Clients can choose the ids of "${name}".`);
  }
}

/** Adds the changes of what a request without `include` and `sort` receives. Older descriptions do not have these members. */
function compareDefaults(
  name: string,
  before: Partial<TypeDescription>,
  after: Partial<TypeDescription>,
  pointer: string,
  { add }: Report,
): void {
  if (before.defaultIncludes !== undefined && after.defaultIncludes !== undefined) {
    const at = `${pointer}/defaultIncludes`;
    compareNames(before.defaultIncludes, after.defaultIncludes, {
      removed: (path) =>
        add('default-include-removed', at, `Responses for "${name}" include \`${path}\` only on request.`, {
          before: path,
        }),
      added: (path) =>
        add('default-include-added', at, `Responses for "${name}" include \`${path}\` by default.`, { after: path }),
    });
  }
  const [sort, other] = [before.defaultSort, after.defaultSort];
  if (sort === undefined || other === undefined || sort.join() === other.join()) return;
  const message = `Collections of "${name}" without \`sort\` have another order.`;
  add('default-sort-changed', `${pointer}/defaultSort`, message, { before: sort, after: other });
}

function compareStream(name: string, before: boolean, after: boolean, pointer: string, { add }: Report): void {
  if (!before && after)
    add('collection-streamed', pointer, `Requests for "${name}" without \`page\` receive all resources.`);
  if (before && !after)
    add('collection-not-streamed', pointer, `Requests for "${name}" without \`page\` receive the first page only.`);
}

type Parameters = { readonly [name: string]: JsonSchema };

/** Adds the changes of query parameters with their schemas. */
export function compareParameters(
  before: Parameters,
  after: Parameters,
  { pointer, versions }: { readonly pointer: string; readonly versions: Versions },
  report: Report,
): void {
  const { add } = report;
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name) => add('parameter-removed', below(pointer, name), `The query parameter \`${name}\` was removed.`),
    added: (name) => add('parameter-added', below(pointer, name), `The query parameter \`${name}\` was added.`),
    both(name, was, is) {
      const what = `The value of the query parameter \`${name}\``;
      compareValue(was, is, { pointer: below(pointer, name), what, direction: 'request' }, versions, report);
    },
  });
}
