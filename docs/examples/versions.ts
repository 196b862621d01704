import { defineExtension } from '@linkage/core';
import type { ServerExtension } from '@linkage/server';

/** Returns the version of a record. New resources have version 1. */
function versionOf(record: object): number {
  return (record as { readonly revision?: number }).revision ?? 1;
}

/** Adds version numbers to documents. `version:scope=resources` omits those of relationships. */
export const versions: ServerExtension = {
  extension: defineExtension({
    uri: 'https://example.com/extensions/versions',
    namespace: 'version',
    parameters: ['scope'],
    members: {
      document: { scope: null },
      resource: { number: null },
      relationship: { number: null },
      'top-level-links': { history: 'link' },
      error: { retry: null },
    },
  }),
  members: {
    needs: { articles: ['revision'] },
    document: ({ parameters }) => ({ scope: parameters.get('version:scope') ?? 'all' }),
    resource: (record) => ({ number: versionOf(record) }),
    relationship: (record, _type, _relationship, { parameters }) =>
      parameters.get('version:scope') === 'resources' ? undefined : { number: versionOf(record) },
    links: () => ({ history: '/history' }),
    error: ({ status }) => ({ retry: status === '409' || status === '412' }),
  },
};
