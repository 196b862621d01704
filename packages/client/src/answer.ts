import type { DeserializedDocument, DeserializedObject, JsonApiDocument } from '@linkage/core';
import { linkResources, type OptionTable, optionTable, ownMember, readOptions } from '@linkage/core/internal';
import type { Reply } from './setup.ts';

/** Options of `wait`. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
}

/** A response of the server: its document as objects that contain each other, and its header fields. */
export interface Answer<Data> extends DeserializedDocument<Data> {
  readonly status: number;
  /** The entity tag, for `ifMatch`. Undefined if the response does not have one. */
  readonly etag: string | undefined;
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

const patchedAnswers: WeakSet<object> = new WeakSet();

/** Marks an answer whose document is not the one that its entity tag identifies. */
export function markPatched(answer: object): void {
  patchedAnswers.add(answer);
}

/** Like `remakeOf`, but undefined for an answer that a server cannot confirm by its entity tag. */
export function confirmableRemake(answer: object): Remake | undefined {
  return patchedAnswers.has(answer) ? undefined : remakes.get(answer);
}

/** Returns the function that creates an answer like this one. Undefined for other objects. */
export function remakeOf(answer: object): Remake | undefined {
  return remakes.get(answer);
}

/** Freezes an answer, and keeps the function that creates another answer like it. */
export function finishAnswer<Made extends object>(answer: Made, remake: Remake): Made {
  remakes.set(answer, remake);
  return Object.freeze(answer);
}

function hidden(): never {
  throw new TypeError('Call `wait()` to read the resource.');
}

/** Creates the members that all answers have. */
export function answerMembers(document: JsonApiDocument | undefined, parts: AnswerParts): Answer<unknown> {
  const { reply, notModified, wait } = parts;
  const memberOf = (name: string): unknown => document && ownMember(document, name);
  const { data, included, resourceOf } = linkResources(memberOf('data'), memberOf('included'));
  const members = {
    data,
    included,
    links: memberOf('links'),
    meta: memberOf('meta'),
    jsonapi: memberOf('jsonapi'),
    resourceOf,
    status: reply.status,
    etag: reply.headers.get('ETag') ?? undefined,
    headers: reply.headers,
    document,
    notModified,
    job: undefined as DeserializedObject | undefined,
    async wait(options?: WaitOptions): Promise<unknown> {
      const signal = signalOf('answer.wait', options);
      return wait ? wait(signal) : members;
    },
  };
  if (wait === undefined) return members as Answer<unknown>;
  members.job = members.data as DeserializedObject;
  return Object.defineProperty(members, 'data', { get: hidden, enumerable: false }) as Answer<unknown>;
}

/** Creates an answer that is not a page. */
export function createAnswer(document: JsonApiDocument | undefined, parts: AnswerParts): Answer<unknown> {
  const remake: Remake = (other, notModified = false) => createAnswer(other, { ...parts, notModified });
  return finishAnswer(answerMembers(document, parts), remake);
}
