import { defineProfile, formatMediaType, negotiate, readResponseContentType } from '@linkage/core';
import { atomicExtension } from '@linkage/core/atomic';
import { cursorProfile } from '@linkage/core/cursor-pagination';

const timestamps = defineProfile({
  uri: 'https://example.com/profiles/timestamps',
  members: { attributes: { timestamps: null } },
});
const support = { extensions: [atomicExtension], profiles: [cursorProfile, timestamps] };

// A server: the extensions and profiles of the request and the response, or a 415 or 406.
export const negotiated = negotiate(
  {
    contentType: 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"',
    accept: 'application/vnd.api+json; profile="https://example.com/profiles/timestamps", */*;q=0.1',
    body: true,
  },
  support,
);

// A client: the Accept header, and the extensions and profiles of a response.
export const accept = formatMediaType({ profiles: [timestamps.uri] });
export const used = readResponseContentType(negotiated.contentType);
