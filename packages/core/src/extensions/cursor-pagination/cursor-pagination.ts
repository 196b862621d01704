import { defineProfile, type Profile } from '../../media-type/profile.ts';
import type { NodeKind } from '../../spec/grammar/node-kinds.ts';
import { cursorErrors } from './cursor-errors.ts';
import {
  cursorCollectionSize,
  cursorItemCursor,
  cursorPageMetadata,
  cursorPaginationLinks,
  cursorRangeTruncated,
} from './cursor-rules.ts';

const nodeKinds: Readonly<Record<string, NodeKind>> = {
  'cursor:page': { shape: 'object', others: 'value', names: 'any' },
};

/**
 * The cursor pagination profile under its public URI: the structure and the rules of its documents. Negotiation accepts
 * the URI with and without the trailing slash.
 *
 * @see https://jsonapi.org/profiles/ethanresnick/cursor-pagination/
 */
export const cursorProfile: Profile = defineProfile({
  uri: 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/',
  members: { meta: { page: 'cursor:page' } },
  nodeKinds,
  parameters: ['page'],
  rules: [
    cursorPageMetadata,
    cursorCollectionSize,
    cursorRangeTruncated,
    cursorItemCursor,
    cursorPaginationLinks,
    cursorErrors,
  ],
});
