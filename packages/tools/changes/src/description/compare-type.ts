import type { JsonSchema } from '@linkage/core';
import type { TypeDescription } from '@linkage/server';
import { compareEntries, type Place } from '../place.ts';
import { commonWrites, fieldsWith } from './common-writes.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { compareFields } from './compare-field.ts';
import { comparePages } from './compare-page.ts';
import { compareValue } from './compare-value.ts';
import { compareStrings, isSunset } from './deprecation.ts';

type Types = { readonly [type: string]: TypeDescription };

/** Adds the changes of the types. */
export function compareTypes(before: Types, after: Types, place: Place): void {
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name, type) => {
      const isAnnounced = isSunset(type, place.versions.today);
      const message = `The type "${name}" was removed${isAnnounced ? ', as its deprecation announced' : ''}.`;
      place.at(name).add('type-removed', message, isAnnounced ? { level: 'safe' } : {});
    },
    added: (name) => place.at(name).add('type-added', `The type "${name}" was added.`),
    both: (name, was, is) => compareType(name, was, is, place.at(name)),
  });
}

function compareType(name: string, before: TypeDescription, after: TypeDescription, place: Place): void {
  const { at } = place;
  compareStrings(before, after, place);
  const writes = commonWrites(before, after);
  compareFields(fieldsWith(before.fields, writes), fieldsWith(after.fields, writes), at('fields'));
  compareEndpoints(before.endpoints, after.endpoints, at('endpoints'));
  comparePages(before.page, after.page, `"${name}"`, at('page'));
  compareDefaults(name, before, after, place);
  at('stream').flag(
    before.stream,
    after.stream,
    ['collection-streamed', `Requests for "${name}" without \`page\` receive all resources.`],
    ['collection-not-streamed', `Requests for "${name}" without \`page\` receive the first page only.`],
  );
  compareParameters(before.parameters, after.parameters, at('parameters'));
  if (!writes.create) return;
  at('clientGeneratedIds').flag(
    before.clientGeneratedIds,
    after.clientGeneratedIds,
    ['client-ids-accepted', `Clients can choose the ids of "${name}".`],
    ['client-ids-rejected', `Clients can no longer choose the ids of "${name}".`],
  );
}

/** Adds the changes of what a request without `include` and `sort` receives. Older descriptions do not have these members. */
function compareDefaults(
  name: string,
  before: Partial<TypeDescription>,
  after: Partial<TypeDescription>,
  { at }: Place,
): void {
  const included = (path: string, has: boolean) =>
    `Responses for "${name}" include \`${path}\` ${has ? 'by default' : 'only on request'}.`;
  if (before.defaultIncludes !== undefined && after.defaultIncludes !== undefined)
    at('defaultIncludes').names(before.defaultIncludes, after.defaultIncludes, 'default-include', included);
  const [sort, other] = [before.defaultSort, after.defaultSort];
  if (sort === undefined || other === undefined || sort.join() === other.join()) return;
  const message = `Collections of "${name}" without \`sort\` have another order.`;
  at('defaultSort').add('default-sort-changed', message, { before: sort, after: other });
}

type Parameters = { readonly [name: string]: JsonSchema };

/** Adds the changes of query parameters with their schemas. */
export function compareParameters(before: Parameters, after: Parameters, place: Place): void {
  compareEntries(Object.entries(before), Object.entries(after), {
    removed: (name) => place.at(name).add('parameter-removed', `The query parameter \`${name}\` was removed.`),
    added: (name) => place.at(name).add('parameter-added', `The query parameter \`${name}\` was added.`),
    both: (name, was, is) =>
      compareValue(was, is, `The value of the query parameter \`${name}\``, 'request', place.at(name)),
  });
}
