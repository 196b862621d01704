import type { ServerDescription } from '@linkage/server';
import type { Place } from '../place.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { isLower } from './compare-page.ts';
import { comparePlugIns } from './compare-plug-ins.ts';
import { compareParameters, compareTypes } from './compare-type.ts';

/** Adds every change between two descriptions. */
export function compareServers(place: Place): void {
  const { versions, at } = place;
  const { before, after } = versions;
  const baseUrl = `The base URL is "${after.baseUrl}", instead of "${before.baseUrl}".`;
  at('baseUrl').changed(before.baseUrl, after.baseUrl, 'base-url-changed', baseUrl);
  compareTypes(before.types, after.types, at('types'));
  compareEndpoints(before.endpoints, after.endpoints, at('endpoints'));
  compareParameters(before.parameters, after.parameters, at('parameters'));
  const language = 'Filters have another language.';
  at('filterLanguage').changed(before.filterLanguage, after.filterLanguage, 'filter-language-changed', language);
  comparePlugIns(place);
  const limits = new Map(Object.entries(before.limits));
  for (const [name, value] of Object.entries(after.limits)) {
    const previous = limits.get(name);
    if (previous !== undefined) compareLimit(`The limit \`${name}\``, previous, value, at('limits', name));
  }
  compareOperations(before.operations, after.operations, at('operations'));
  const [was, is] = [before.idempotency?.hours, after.idempotency?.hours];
  if (was === undefined || is === undefined) return;
  const hours = `The server keeps idempotency keys for ${is} hours, instead of ${was}.`;
  const rule = is < was ? 'idempotency-hours-lowered' : 'idempotency-hours-raised';
  at('idempotency', 'hours').changed(was, is, rule, hours);
}

function compareLimit(name: string, before: number | null, after: number | null, place: Place): void {
  const message = `${name} is ${after ?? 'not set'}, instead of ${before ?? 'not set'}.`;
  place.changed(before, after, isLower(before, after) ? 'limit-lowered' : 'limit-raised', message);
}

type Operations = ServerDescription['operations'];

function compareOperations(before: Operations, after: Operations, place: Place): void {
  if (before === undefined || after === undefined) {
    if (after !== undefined) place.add('operations-added', 'The server has atomic operations.', { after });
    if (before !== undefined)
      place.add('operations-removed', 'The server no longer has atomic operations.', { before });
    return;
  }
  const message = `Atomic operations are at ${after.path}, instead of ${before.path}.`;
  place.at('path').changed(before.path, after.path, 'operations-moved', message);
  compareLimit('The maximum number of atomic operations', before.limit, after.limit, place.at('limit'));
}
