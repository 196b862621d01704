/** All hostile inputs as requests to a server of `hostileApi`, for readers that check responses. */
import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import type { JsonApiRequest } from '@linkage/server';
import { hostileDocuments, oddDocuments } from './documents.ts';
import { hostileAccepts, hostileContentTypes } from './headers.ts';
import type { HostileText } from './input.ts';
import { hostileQueries } from './queries.ts';
import { hostileRequests } from './requests.ts';
import { hostileOperations, hostileResponses } from './values.ts';

/** A request of a size. `mark` is another string each time. */
export type HostileRequest = (size: number, mark: string) => JsonApiRequest;

const media = JSON_API_MEDIA_TYPE;
const atomic = `${media};ext="https://jsonapi.org/ext/atomic"`;

function sent(strings: readonly HostileText[], request: (text: string) => Partial<JsonApiRequest>) {
  return strings.map(({ name, input }): [string, HostileRequest] => [
    name,
    (size) => ({ method: 'GET', url: '/nodes', headers: {}, ...request(input(size)) }),
  ]);
}

const posted = (body: string, type: string = media, url = '/nodes'): JsonApiRequest => ({
  ...{ method: 'POST', url, body },
  headers: { 'content-type': type },
});

/** The requests by name. */
export const catalogue: ReadonlyMap<string, HostileRequest> = new Map<string, HostileRequest>([
  ...sent(hostileDocuments, (body) => posted(body)),
  ...sent(hostileQueries, (query) => ({ url: `/articles?${query}` })),
  ...sent(hostileAccepts, (accept) => ({ headers: { accept } })),
  ...sent(hostileContentTypes, (type) => posted('{}', type)),
  ...oddDocuments.map((text): [string, HostileRequest] => [`odd document: ${text}`, () => posted(text)]),
  ...Object.entries(hostileRequests).map(([name, [, make]]): [string, HostileRequest] => [
    `request: ${name}`,
    (size, mark) => ({ method: 'GET', url: '/nodes', headers: {}, ...make(size, mark) }),
  ]),
  ...Object.entries(hostileResponses).map(([name, make]): [string, HostileRequest] => [
    `response as a request: ${name}`,
    (size) => posted(JSON.stringify(make(size))),
  ]),
  ...Object.entries(hostileOperations).map(([name, make]): [string, HostileRequest] => [
    name,
    (size) => ({
      ...posted(JSON.stringify({ 'atomic:operations': make(size) }), atomic, '/operations'),
      headers: { 'content-type': atomic, accept: atomic },
    }),
  ]),
]);
