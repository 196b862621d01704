import { defineExtension } from '@linkage/core';
import type { ServerExtension } from '@linkage/server';

/** The version of a record; new resources have the first. */
function versionOf(record: object): number {
  return (record as { readonly revision?: number }).revision ?? 1;
}

/** Says of which version everything in a document is; `version:scope=resources` leaves relationships out. */
export const versions: ServerExtension = {
  extension: defineExtension({
    uri: 'https://example.com/extensions/versions',
    namespace: 'version',
    parameters: ['scope'],
    members: {
      document: { scope: null },
      'primary-resource': { number: null },
      'included-resource': { number: null },
      relationship: { number: null },
      'top-level-links': { history: 'link' },
      error: { retry: null },
    },
  }),
  members: {
    document: ({ parameters }) => ({ scope: parameters.get('version:scope') ?? 'all' }),
    resource: (record) => ({ number: versionOf(record) }),
    relationship: (record, _type, _relationship, { parameters }) =>
      parameters.get('version:scope') === 'resources' ? undefined : { number: versionOf(record) },
    links: () => ({ history: '/history' }),
    error: ({ status }) => ({ retry: status === '409' || status === '412' }),
  },
};
