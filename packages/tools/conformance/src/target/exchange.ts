import { isObject, type Json, listOf } from '../json.ts';

/** A request as it was sent. */
export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A response as it came; header names are in lower case. */
export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A request with its response, or the reason why there is none. */
export interface Exchange {
  readonly request: SentRequest;
  readonly response?: ReceivedResponse | undefined;
  readonly failure?: string | undefined;
  /** Whether the failure took all of the time or of the bytes that one response can take. */
  readonly isCostly?: boolean | undefined;
}

/** A response with its document. */
export interface Answer extends ReceivedResponse {
  readonly request: SentRequest;
  /** The parsed body; undefined if the body is empty or not JSON. */
  readonly document: Json;
  readonly isJson: boolean;
}

/** Whether a `Content-Type` is the JSON:API media type, with any parameters. */
export function isJsonApi(contentType: string | undefined): boolean {
  return /^application\/vnd\.api\+json\s*(;|$)/i.test(contentType ?? '');
}

/** Reports show no more characters of a body: a server can send any number in each response of a run. */
const MAX_SHOWN = 100_000;

/** Returns an exchange for a report, with the beginning of a long body. */
export function shortened(exchange: Exchange): Exchange {
  const { response } = exchange;
  if (response === undefined || response.body.length <= MAX_SHOWN) return exchange;
  // A copy of the beginning, which does not keep the whole text in memory.
  const body = `${JSON.parse(JSON.stringify(response.body.slice(0, MAX_SHOWN)))}…`;
  return { ...exchange, response: { ...response, body } };
}

/** Resources and linkage of a document, at every place where an id can stand. */
export function* identifiersIn(document: Json): Iterable<Json> {
  if (!isObject(document)) return;
  const results = document['atomic:results'];
  const nested = Array.isArray(results) ? results.map((result) => result?.data) : [];
  for (const resource of [document['data'], document['included'], nested].flatMap(listOf)) {
    yield resource;
    if (!isObject(resource?.relationships)) continue;
    for (const relationship of Object.values<Json>(resource.relationships)) yield* listOf(relationship?.data);
  }
}

/** Makes strings of ids that are numbers: one rule about documents reports them, and all other cases go on. */
function withTextIds(document: Json): Json {
  for (const it of identifiersIn(document)) if (typeof it?.id === 'number') it.id = String(it.id);
  return document;
}

/** Reads the document of a response. */
export function answerOf(request: SentRequest, response: ReceivedResponse): Answer {
  let document: Json;
  let isJson = false;
  if (response.body !== '') {
    try {
      document = withTextIds(JSON.parse(response.body));
      isJson = true;
    } catch {
      // A case that needs a document says so.
    }
  }
  return { ...response, request, document, isJson };
}

const MAX_DETAILS = 3;

/** Returns what the error objects of a response say, as one line; empty if there are none. */
export function detailsOf({ document }: Pick<Answer, 'document'>): string {
  const errors: readonly Json[] = Array.isArray(document?.errors) ? document.errors : [];
  const said = errors
    .map((error) => [error?.detail ?? error?.title ?? error?.code, error?.source?.pointer ?? error?.source?.parameter])
    .map((parts) => parts.filter((part) => typeof part === 'string').join(' at '))
    .filter((text) => text !== '');
  return said.slice(0, MAX_DETAILS).join('; ').slice(0, 300);
}
