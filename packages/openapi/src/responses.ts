import { documentSchema } from './document-schemas.ts';
import { referenceTo, type SchemaObject } from './json-schema.ts';

export const mediaType = 'application/vnd.api+json';

/** The names and descriptions of the responses without a resource, by status. */
const shared: Readonly<Record<number, readonly [name: string, description: string]>> = {
  304: ['NotModified', 'The stored response is current.'],
  400: ['BadRequest', 'The URL, a parameter, a header field, or the request document is invalid.'],
  401: ['Unauthorized', 'The request has no valid credentials.'],
  403: ['Forbidden', 'The server or the access rules do not allow the request.'],
  404: ['NotFound', 'A resource or a related resource does not exist.'],
  406: ['NotAcceptable', '`Accept` does not allow the media type of JSON:API.'],
  409: ['Conflict', 'The request conflicts with the URL, or with a resource.'],
  412: ['PreconditionFailed', 'The resource changed: `If-Match` or `If-None-Match` does not match.'],
  413: ['ContentTooLarge', 'The request document is too large.'],
  414: ['UriTooLong', 'The URL is too long.'],
  415: ['UnsupportedMediaType', '`Content-Type` is not a media type that the server supports.'],
  422: ['UnprocessableContent', 'A value is missing or invalid.'],
  428: ['PreconditionRequired', 'The request requires `If-Match`.'],
  500: ['InternalServerError', 'The server failed.'],
  503: ['ServiceUnavailable', 'The server cannot process the request now. `Retry-After` says when to repeat it.'],
  504: ['GatewayTimeout', 'The request took too long.'],
};

const errorContent = { [mediaType]: { schema: referenceTo('ErrorDocument') } };
const etag = { ETag: { description: 'The version of the resource.', schema: { type: 'string' } } };
const location = { Location: { description: 'The URL of the resource.', schema: { type: 'string' } } };

/** The responses that all operations share. */
export function sharedResponses(): Readonly<Record<string, object>> {
  const errors = Object.entries(shared).map(([status, [name, description]]) => [
    name,
    { description, ...(status === '304' ? { headers: etag } : { content: errorContent }) },
  ]);
  const other = { description: 'An error with a status of the application.', content: errorContent };
  const accepted = {
    description:
      'The request continues in the background. The document contains the resource that reports the progress.',
    headers: location,
    content: { [mediaType]: { schema: documentSchema(referenceTo('Resource')) } },
  };
  const noContent = { description: 'The request succeeded. The response has no document.' };
  const seeOther = { description: 'The job is done. `Location` contains the URL of its result.', headers: location };
  const head = {
    description:
      'The request succeeded. The response has the header fields of the response to GET, without its document.',
    headers: etag,
  };
  return {
    ...Object.fromEntries(errors),
    Head: head,
    HeadError: { description: 'An error, without the document of the response to GET.' },
    Accepted: accepted,
    NoContent: noContent,
    SeeOther: seeOther,
    OtherError: other,
  };
}

function reference(name: string): object {
  return { $ref: `#/components/responses/${name}` };
}

const descriptions: Readonly<Record<number, string>> = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
};

const withoutData: Readonly<Record<number, string>> = { 202: 'Accepted', 204: 'NoContent', 303: 'SeeOther' };

/** The document of a response, if it has one. */
export interface ResponseDocument {
  readonly mediaType: string;
  readonly schema: SchemaObject;
  readonly hasETag: boolean;
}

function success(status: number, document: ResponseDocument): object {
  const description = descriptions[status] ?? 'The request succeeded.';
  const headers = {
    ...(status === 201 ? location : {}),
    ...(document.hasETag ? etag : {}),
  };
  return {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers }),
    content: { [document.mediaType]: { schema: document.schema } },
  };
}

/** Returns the responses of an operation by status. */
export function responsesOf(statuses: readonly number[], document: ResponseDocument): Readonly<Record<string, object>> {
  const responses = statuses.map((status) => {
    // An endpoint of the application can have a status without a description of its own.
    const name = withoutData[status] ?? shared[status]?.at(0) ?? (status >= 400 ? 'OtherError' : undefined);
    return [String(status), name === undefined ? success(status, document) : reference(name)] as const;
  });
  return { ...Object.fromEntries(responses), default: reference('OtherError') };
}

/** Returns the responses of HEAD by status: as those of GET, without documents. */
export function headResponses(statuses: readonly number[]): Readonly<Record<string, object>> {
  const withoutError = statuses.filter((status) => status < 400);
  const responses = withoutError.map((status) => {
    const name = status === 304 ? 'NotModified' : withoutData[status];
    return [String(status), reference(name === undefined || status === 202 ? 'Head' : name)] as const;
  });
  return { ...Object.fromEntries(responses), default: reference('HeadError') };
}
