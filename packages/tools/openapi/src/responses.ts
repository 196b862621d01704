import type { EndpointDescription } from '@linkage/server';
import { documentSchema } from './document-schemas.ts';
import { referenceTo, type SchemaObject } from './json-schema.ts';
import { componentAt, type Reference, type Setup } from './setup.ts';

export const mediaType = 'application/vnd.api+json';

/** The meaning of an error, by status. */
const errors: Readonly<Record<number, string>> = {
  400: 'The URL, a parameter, a header, or the request document is invalid.',
  401: 'The request has no valid credentials.',
  403: 'The server or the access rules do not allow the request.',
  404: 'A resource or a related resource does not exist.',
  406: '`Accept` does not allow the media type of JSON:API.',
  409: 'The request conflicts with the URL, or with a resource.',
  412: 'The resource changed: `If-Match` or `If-None-Match` does not match.',
  413: 'The request document is too large.',
  414: 'The URL is too long.',
  415: '`Content-Type` is not a media type that the server supports.',
  422: 'A value is missing or invalid.',
  428: 'The request requires `If-Match`.',
  500: 'The server failed.',
  503: 'The server cannot process the request now. `Retry-After` says when to repeat it.',
  504: 'The request took too long.',
};

const errorNames = { GET: 'ReadErrors', POST: 'PostErrors', PATCH: 'UpdateErrors', DELETE: 'DeleteErrors' } as const;

const errorContent = { [mediaType]: { schema: referenceTo('ErrorDocument') } };
const withoutData: Readonly<Record<number, string>> = { 202: 'Accepted', 204: 'NoContent', 303: 'SeeOther' };

const etag = { description: 'The version of the resource.', schema: { type: 'string' } };
const location = { description: 'The URL of the resource.', schema: { type: 'string' } };
const headers = { ETag: componentAt('headers', 'ETag'), Location: componentAt('headers', 'Location') };

/** Adds the responses that are equal in all documents, and their headers. */
export function addResponses({ components }: Setup): void {
  components.set('headers', 'ETag', etag);
  components.set('headers', 'Location', location);
  const responses = {
    NotModified: { description: 'The stored response is current.', headers: { ETag: headers.ETag } },
    Head: {
      description: 'The status and the headers of the response to GET, without its document.',
      headers: { ETag: headers.ETag },
    },
    Accepted: {
      description:
        'The request continues in the background. The document contains the resource that reports the progress.',
      headers: { Location: headers.Location },
      content: { [mediaType]: { schema: documentSchema(referenceTo('Resource')) } },
    },
    NoContent: { description: 'The request succeeded. The response has no document.' },
    SeeOther: {
      description: 'The job is done. `Location` contains the URL of its result.',
      headers: { Location: headers.Location },
    },
  };
  for (const [name, response] of Object.entries(responses)) components.set('responses', name, response);
}

/** The document of a response, if it has one. */
export interface ResponseDocument {
  /** The name of the response in the document. */
  readonly name: string;
  readonly mediaType: string;
  readonly schema: SchemaObject;
  readonly hasETag: boolean;
}

function success({ components }: Setup, status: number, { name, schema, ...document }: ResponseDocument): Reference {
  const fields = {
    ...(status === 201 ? { Location: headers.Location } : {}),
    ...(document.hasETag ? { ETag: headers.ETag } : {}),
  };
  return components.share('responses', `${name}${status === 201 ? 'Created' : ''}`, {
    description: status === 201 ? 'The resource was created.' : 'The request succeeded.',
    ...(Object.keys(fields).length === 0 ? {} : { headers: fields }),
    content: { [document.mediaType]: { schema } },
  });
}

/** Returns the response with any error: its description lists the statuses. */
function errorResponse({ components }: Setup, name: string, statuses: readonly number[]): Reference {
  const lines = statuses.map((status) => `- ${status}: ${errors[status] ?? 'An error of the application.'}`);
  return components.share('responses', name, {
    description: `An error. The application can respond with other statuses.\n\n${lines.join('\n')}`,
    content: errorContent,
    'x-linkage-statuses': statuses,
  });
}

/** Returns the responses of an operation by status. All errors have one kind of document, and so one response. */
export function responsesOf(
  setup: Setup,
  { method, statuses }: Pick<EndpointDescription, 'method' | 'statuses'>,
  document: ResponseDocument,
): Readonly<Record<string, Reference>> {
  const responses = statuses
    .filter((status) => status < 400)
    .map((status) => {
      const name = status === 304 ? 'NotModified' : withoutData[status];
      const response = name === undefined ? success(setup, status, document) : componentAt('responses', name);
      return [String(status), response] as const;
    });
  const failures = statuses.filter((status) => status >= 400);
  return { ...Object.fromEntries(responses), default: errorResponse(setup, errorNames[method], failures) };
}

/** The response of HEAD: that of GET, without its document. */
export const headResponses: { readonly default: Reference } = { default: componentAt('responses', 'Head') };
