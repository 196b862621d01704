import type { Api } from '@linkage/core';
import type { Kysely } from 'kysely';
import type { UntypedMapping } from '../mapping/resolve-tables.ts';
import type { TenantOption } from '../mapping/tenants.ts';
import { sourcesOf } from './create-kysely-sources.ts';
import { readSourceOptions } from './source-options.ts';

/**
 * Creates the sources over an ORM.
 *
 * @param name The function that the application called, which errors name. It has checked the options.
 * @param columnsOf Returns the columns of a type by the names that the ORM has for them.
 */
export function ormSources(
  name: string,
  api: Api,
  kysely: Kysely<never>,
  mapping: Readonly<Record<string, UntypedMapping>>,
  options: object,
  columnsOf: TenantOption['columnsOf'],
): unknown {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  try {
    return sourcesOf(api, kysely, mapping, readSourceOptions(given, columnsOf));
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.startsWith('createKyselySources')) throw error;
    throw new TypeError(error.message.replace('createKyselySources', name), { cause: error });
  }
}
