import type { Api, TypeName } from '@linkage/core';
import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import fc from 'fast-check';
import type { Json } from '../json.ts';
import { createDocuments, type DocumentsOptions } from './create-documents.ts';

/** Options of `seedRecords`. */
export interface SeedOptions extends DocumentsOptions {
  /** How many records each type has. Default 10. */
  readonly count?: number | undefined;
  /** The same seed makes the same records. Default 1. */
  readonly seed?: number | undefined;
}

const knownOptions: OptionTable = optionTable({
  attributes: 'object',
  maxLinkage: 'number',
  count: 'number',
  seed: 'number',
});

/**
 * Returns records for every type of an API, with the ids 1, 2, 3 and so on, and relationships among them: what a mock server starts
 * with.
 *
 * @example
 * ```ts
 * const server = createServer(api, createMemorySources(api, seedRecords(api)), { baseUrl: '/api' });
 * ```
 */
export function seedRecords<const A extends Api>(api: A, options: SeedOptions = {}): Json {
  const { count = 10, seed = 1, attributes, maxLinkage } = readOptions('seedRecords', options, knownOptions);
  const documents = createDocuments(api, { attributes, maxLinkage });
  const within = (identifier: Json): Json => ({ ...identifier, id: String((Number(identifier.id) % count) + 1) });
  const types = [...api.types.values()].map(({ name, relationships }, index) => {
    const sampled: readonly Json[] = fc.sample(documents.record(name as TypeName<A>), {
      numRuns: count,
      seed: seed + index,
    });
    const records = sampled.map((record, at) => {
      const linked = [...relationships.keys()].map((own) => [own, nearby(record[own], within)] as const);
      return { ...record, ...Object.fromEntries(linked), id: String(at + 1) };
    });
    return [name, records] as const;
  });
  return Object.fromEntries(types);
}

function nearby(linkage: Json, within: (identifier: Json) => Json): Json {
  if (linkage === null || linkage === undefined) return null;
  if (!Array.isArray(linkage)) return within(linkage);
  const unique = new Map(linkage.map((each) => [JSON.stringify(within(each)), within(each)]));
  return [...unique.values()];
}
