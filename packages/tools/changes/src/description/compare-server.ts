import type { ServerDescription } from '@linkage/server';
import { below } from '../schema/schema-difference.ts';
import { compareEndpoints } from './compare-endpoints.ts';
import { isLower } from './compare-page.ts';
import { comparePlugIns } from './compare-plug-ins.ts';
import { compareParameters, compareTypes } from './compare-type.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** Adds every change between two descriptions. */
export function compareServers(versions: Versions, report: Report): void {
  const { before, after } = versions;
  const { add } = report;
  if (before.baseUrl !== after.baseUrl) {
    const message = `The base URL is "${after.baseUrl}", instead of "${before.baseUrl}".`;
    add('base-url-changed', '/baseUrl', message, { before: before.baseUrl, after: after.baseUrl });
  }
  compareTypes(before.types, after.types, versions, report);
  compareEndpoints(before.endpoints, after.endpoints, '/endpoints', versions, report);
  compareParameters(before.parameters, after.parameters, { pointer: '/parameters', versions }, report);
  if (before.filterLanguage !== after.filterLanguage) {
    add('filter-language-changed', '/filterLanguage', 'Filters have another language.', {
      before: before.filterLanguage,
      after: after.filterLanguage,
    });
  }
  comparePlugIns(versions, report);
  compareLimits(before.limits, after.limits, report);
  compareOperations(before.operations, after.operations, report);
  compareIdempotency(before.idempotency, after.idempotency, report);
}

function compareLimits(before: ServerDescription['limits'], after: ServerDescription['limits'], report: Report): void {
  for (const [name, value] of Object.entries(after)) {
    const previous = Object.entries(before).find(([other]) => other === name)?.[1];
    if (previous !== undefined) compareLimit(`The limit \`${name}\``, previous, value, below('/limits', name), report);
  }
}

function compareLimit(
  name: string,
  before: number | null,
  after: number | null,
  pointer: string,
  { add }: Report,
): void {
  if (before === after) return;
  const message = `${name} is ${after ?? 'not set'}, instead of ${before ?? 'not set'}.`;
  add(isLower(before, after) ? 'limit-lowered' : 'limit-raised', pointer, message, { before, after });
}

function compareOperations(
  before: ServerDescription['operations'],
  after: ServerDescription['operations'],
  report: Report,
): void {
  const { add } = report;
  if (before === undefined && after === undefined) return;
  if (before === undefined) add('operations-added', '/operations', 'The server has atomic operations.', { after });
  else if (after === undefined)
    add('operations-removed', '/operations', 'The server no longer has atomic operations.', { before });
  else {
    if (before.path !== after.path) {
      const message = `Atomic operations are at ${after.path}, instead of ${before.path}.`;
      add('operations-moved', '/operations/path', message, { before: before.path, after: after.path });
    }
    compareLimit('The maximum number of atomic operations', before.limit, after.limit, '/operations/limit', report);
  }
}

function compareIdempotency(
  before: ServerDescription['idempotency'],
  after: ServerDescription['idempotency'],
  { add }: Report,
): void {
  if (before === undefined || after === undefined || before.hours === after.hours) return;
  const rule = after.hours < before.hours ? 'idempotency-hours-lowered' : 'idempotency-hours-raised';
  const message = `The server keeps idempotency keys for ${after.hours} hours, instead of ${before.hours}.`;
  add(rule, '/idempotency/hours', message, { before: before.hours, after: after.hours });
}
