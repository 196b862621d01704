import type { DeserializedDocument, DeserializedObject, JsonApiDocument } from '@linkage/core';
import { linkResources, type OptionTable, optionTable, ownMembers, readOptions } from '@linkage/core/internal';
import { memberAt, type Reply } from './setup.ts';

/** Options of `wait`. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A response of the server: its document as objects that contain each other, and its headers. */
export interface Answer<Data> extends DeserializedDocument<Data> {
  /** The URL that responded, against which relative links are resolved. */
  readonly url: string;
  readonly status: number;
  /** The entity tag, for `ifMatch`. Undefined if the response does not have one. */
  readonly etag: string | undefined;
  /**
   * Returns the entity tag of a resource of this answer, for `ifMatch`: `meta.etag` of its resource object, as servers with the option
   * `resourceTags` send it, or `etag` if the resource is the primary data. Undefined if it does not have one.
   */
  etagOf(resource: object): string | undefined;
  readonly headers: Headers;
  /** The document as the server sent it. Undefined without a body. */
  readonly document: JsonApiDocument | undefined;
  /** Whether the server responded with 304, so that this is the answer of the option `previous`. */
  readonly notModified: boolean;
  /**
   * The job of a write that continues in the background (202). Otherwise undefined. With a job, reading `data` throws a
   * TypeError, because the server has not sent the resource yet.
   */
  readonly job: DeserializedObject | undefined;
  /**
   * Waits for the end of the job, as long as its responses have `Retry-After`. Returns the answer with the resource to
   * which the server redirects, or the last answer with the job. Without a job, returns this answer.
   */
  wait(options?: WaitOptions): Promise<Answer<Data>>;
}

declare const result: unique symbol;

/** An answer as plain data: for a cache, a storage, or a page that a server renders. `restore` of a client makes an answer of it. */
export interface SavedAnswer<Result = unknown> {
  /** For the compiler only. */
  readonly [result]?: Result;
  readonly url: string;
  readonly status: number;
  /** The entity tag, for `ifMatch`. The header of the same name also lets the server confirm the document with 304. */
  readonly etag?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly document: JsonApiDocument | undefined;
}

/**
 * Returns a function that replaces objects of an answer by those of an earlier one, which have not changed. `linked` contains an object for
 * each of the resource objects.
 */
export type ShareResources = (
  linked: readonly Readonly<Record<string, unknown>>[],
  resources: readonly object[],
) => (linked: unknown) => unknown;

/** The parts of an answer besides its document. */
export interface AnswerParts {
  readonly reply: Reply;
  readonly notModified: boolean;
  /** The entity tag, if the headers do not contain it. */
  readonly etag: string | undefined;
  /** Undefined if the document does not contain a job. */
  readonly wait: Wait | undefined;
  /** Keeps the objects of what has not changed since an earlier answer. */
  readonly share: ShareResources | undefined;
}

/** Returns the parts of an answer that has arrived. */
export function partsOf(reply: Reply, wait?: Wait): AnswerParts {
  return { reply, notModified: false, etag: undefined, wait, share: undefined };
}

/** Waits for the job that the document contains. */
export type Wait = (signal: AbortSignal | undefined) => Promise<Answer<never>>;

const waitOptions: OptionTable = optionTable({ signal: 'object' });

/** Returns the signal in the options of `wait`, `next`, or `prev`. */
export function signalOf(where: string, options: WaitOptions = {}): AbortSignal | undefined {
  return readOptions(where, options, waitOptions).signal;
}

/** Adds `wait` to an answer and freezes it. */
export function finishAnswer<Made extends object>(answer: Made, parts: AnswerParts): Made {
  const methods = {
    async wait(options?: WaitOptions): Promise<unknown> {
      const signal = signalOf('answer.wait', options);
      return parts.wait ? parts.wait(signal) : answer;
    },
  };
  return Object.freeze(Object.assign(answer, methods));
}

function hidden(): never {
  throw new TypeError('Call `wait()` to read the resource.');
}

/** Creates the members that all answers have. */
export function answerMembers(document: JsonApiDocument | undefined, parts: AnswerParts): Answer<unknown> {
  const { reply, notModified, wait, share } = parts;
  const { data: sentData, included: sentIncluded, links, meta, jsonapi } = ownMembers(document);
  const { data, included, resourceOf } = linkResources(sentData, sentIncluded, share, reply.dates?.read);
  const etag = parts.etag ?? reply.headers.get('ETag') ?? undefined;
  const members = {
    data,
    included,
    links,
    meta,
    jsonapi,
    resourceOf,
    status: reply.status,
    url: reply.url,
    etag,
    etagOf(resource: object) {
      const tag = memberAt(resourceOf(resource), 'meta', 'etag');
      return typeof tag === 'string' ? tag : resource === data ? etag : undefined;
    },
    headers: reply.headers,
    document,
    notModified,
    job: undefined as DeserializedObject | undefined,
  };
  if (wait === undefined) return members as Answer<unknown>;
  members.job = members.data as DeserializedObject;
  return Object.defineProperty(members, 'data', { get: hidden, enumerable: false }) as Answer<unknown>;
}

/** Creates an answer that is not a page. */
export function createAnswer(document: JsonApiDocument | undefined, parts: AnswerParts): Answer<unknown> {
  return finishAnswer(answerMembers(document, parts), parts);
}
