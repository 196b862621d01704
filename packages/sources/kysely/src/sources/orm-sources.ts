import type { Api } from '@linkage/core';
import type { Kysely } from 'kysely';
import { createKyselySources } from './create-kysely-sources.ts';

/**
 * Creates the sources over an ORM.
 *
 * @param name The function that the application called, which errors name. It has checked the options.
 */
export function ormSources(name: string, api: Api, kysely: Kysely<never>, mapping: object, options: object): unknown {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  try {
    return createKyselySources(api, kysely, mapping as never, given);
  } catch (error) {
    if (!(error instanceof TypeError) || !error.message.startsWith('createKyselySources')) throw error;
    throw new TypeError(error.message.replace('createKyselySources', name), { cause: error });
  }
}
