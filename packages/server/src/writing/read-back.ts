import type { ResourceType } from '@linkage/core';
import type { ConditionalExchange } from '../conditional/conditional-exchange.ts';
import { resourceVersion, versionSelection } from '../conditional/resource-version.ts';
import { findRecord } from '../loading/find-resource.ts';
import type { Root } from '../loading/include-edges.ts';
import type { AnyQuery } from '../request/read-query.ts';
import { idOf } from '../source/record-id.ts';
import { wholeSelection } from '../source/selection.ts';

/** A resource as a write left it. */
export interface Written extends Root {
  /** Undefined where the source cannot find the resource again: nobody can make conditions on it then. */
  readonly version: string | undefined;
}

/**
 * A resource that has just been written, with the fields that the response needs: found anew where its source can, else
 * as the write gave it.
 *
 * @param id The id that the resource has to have; undefined for one that its source was to choose.
 * @throws {TypeError} The write gave something else than the record of that resource; this is the source's mistake.
 */
export async function readBack(
  exchange: ConditionalExchange,
  type: ResourceType,
  id: string | undefined,
  written: object | undefined,
  query: AnyQuery,
): Promise<Written> {
  const given = idOf(type.name, written);
  if (id !== undefined && given !== id) {
    throw new TypeError(`The source of ${type.name} wrote ${JSON.stringify(id)} and gave ${JSON.stringify(given)}.`);
  }
  const isWhole = exchange.preference === 'minimal';
  const selection = isWhole ? wholeSelection(type) : versionSelection(exchange, type, query);
  const found = await findRecord(exchange, type, given, selection);
  const version = found === undefined ? undefined : resourceVersion(exchange, type, found);
  return { type, id: given, record: found ?? (written as object), version };
}
