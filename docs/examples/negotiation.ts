import { defineProfile, formatMediaType, negotiate, readResponseContentType } from '@linkage/core';
import { atomicOperations } from '@linkage/core/atomic';
import { cursorPagination } from '@linkage/core/cursor-pagination';

const timestamps = defineProfile({
  uri: 'https://example.com/profiles/timestamps',
  members: { attributes: { timestamps: null } },
});
const support = { extensions: [atomicOperations], profiles: [cursorPagination, timestamps] };

// A server: what the request uses, what the response uses and is sent as; or 415 or 406.
export const negotiated = negotiate(
  {
    contentType: 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
    accept: 'application/vnd.api+json; profile="https://example.com/profiles/timestamps", */*;q=0.1',
    payload: true,
  },
  support,
);

// A client: what to ask for, and what a response uses, whatever else its Content-Type says.
export const accept = formatMediaType({ profiles: [timestamps.uri] });
export const used = readResponseContentType(negotiated.contentType);
