import type { DeserializedDocument, DeserializedObject, JsonApiDocument } from '@linkage/core';
import { linkResources, type OptionTable, optionTable, ownMembers, readOptions } from '@linkage/core/internal';
import { memberAt, type Reply } from './setup.ts';

/** Options of `wait`. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A response of the server: its document as objects that contain each other, and its header fields. */
export interface Answer<Data> extends DeserializedDocument<Data> {
  readonly status: number;
  /** The entity tag, for `ifMatch`. Undefined if the response does not have one. */
  readonly etag: string | undefined;
  /**
   * Returns the entity tag of a resource of this answer, for `ifMatch`: `meta.etag` of its resource object, as servers with the option
   * `resourceTags` send it. Undefined if it does not have one.
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

/** The parts of an answer besides its document. */
export interface AnswerParts {
  readonly reply: Reply;
  readonly notModified: boolean;
  /** Undefined if the document does not contain a job. */
  readonly wait: Wait | undefined;
}

/** Waits for the job that the document contains. */
export type Wait = (signal: AbortSignal | undefined) => Promise<Answer<never>>;

const waitOptions: OptionTable = optionTable({ signal: 'object' });

/** Returns the signal in the options of `wait`, `next`, or `prev`. */
export function signalOf(where: string, options: WaitOptions = {}): AbortSignal | undefined {
  return readOptions(where, options, waitOptions).signal;
}

/** Creates an answer like another one, from another document. */
export type Remake = (document: JsonApiDocument | undefined, notModified?: boolean) => Answer<unknown>;

const remakes: WeakMap<object, Remake> = new WeakMap();

/** The functions of patched answers. Apart from the others, so that a client that does not patch answers does not have them. */
const remakesOfPatched: WeakMap<object, Remake> = new WeakMap();

/** Marks an answer whose document is not the one that its entity tag identifies. */
export function markPatched(answer: object): void {
  const remake = remakes.get(answer);
  if (remake) remakesOfPatched.set(answer, remake);
  remakes.delete(answer);
}

/** Like `remakeOf`, but undefined for an answer that a server cannot confirm by its entity tag. */
export function confirmableRemake(answer: object): Remake | undefined {
  return remakes.get(answer);
}

/** Returns the function that creates an answer like this one. Undefined for other objects. */
export function remakeOf(answer: object): Remake | undefined {
  return remakes.get(answer) ?? remakesOfPatched.get(answer);
}

/** Adds `wait` to an answer and freezes it. Keeps the function `create` for other answers like it. */
export function finishAnswer<Made extends object>(
  answer: Made,
  parts: AnswerParts,
  create: (document: JsonApiDocument | undefined, parts: AnswerParts) => Answer<unknown>,
): Made {
  remakes.set(answer, (document, notModified = false) => create(document, { ...parts, notModified }));
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
  const { reply, notModified, wait } = parts;
  const { data: sentData, included: sentIncluded, links, meta, jsonapi } = ownMembers(document);
  const { data, included, resourceOf } = linkResources(sentData, sentIncluded);
  const members = {
    data,
    included,
    links,
    meta,
    jsonapi,
    resourceOf,
    status: reply.status,
    etag: reply.headers.get('ETag') ?? undefined,
    etagOf(resource: object) {
      const tag = memberAt(resourceOf(resource), 'meta', 'etag');
      return typeof tag === 'string' ? tag : undefined;
    },
    headers: reply.headers,
    document,
    notModified,
    job: undefined as DeserializedObject | undefined,
    // `finishAnswer` sets the function, because it knows the complete answer.
    wait: undefined as unknown,
  };
  if (wait === undefined) return members as Answer<unknown>;
  members.job = members.data as DeserializedObject;
  return Object.defineProperty(members, 'data', { get: hidden, enumerable: false }) as Answer<unknown>;
}

/** Creates an answer that is not a page. */
export function createAnswer(document: JsonApiDocument | undefined, parts: AnswerParts): Answer<unknown> {
  return finishAnswer(answerMembers(document, parts), parts, createAnswer);
}
