import type { TypeFacts } from '../facts/type-facts.ts';
import { knownUrlOfId } from '../facts/urls.ts';
import type { Samples } from '../samples/samples.ts';
import type { Answer, SentRequest } from '../target/exchange.ts';
import type { AllowedUrls } from './allowed-urls.ts';
import type { Marks } from './marks.ts';
import type { OwnResource, Tracked } from './tracked.ts';

/** The facts by which the gateway of one run decides. */
export interface GatewayState {
  readonly baseUrl: string;
  readonly samples: Samples;
  readonly allowedUrls: AllowedUrls;
  readonly tracked: Tracked;
  readonly marks: Marks;
  readonly isReadOnly: boolean;
  readonly isDestructive: boolean;
  /** The types as discovery found them; empty before. */
  types: readonly TypeFacts[];
  /** The methods that OPTIONS listed in `Allow`, by URL; undefined if it did not. */
  readonly allowed: Map<string, string | undefined>;
  /** Sends a GET or an OPTIONS of the gateway itself, to an allowed URL; undefined without a response. */
  readonly look: (method: 'GET' | 'OPTIONS', url: string) => Promise<Answer | undefined>;
  /** Whether the server rejected a write without `If-Match` (428). */
  requiresMatch: boolean;
  /** The resource that a create request made, or why it is not the tests'. */
  readonly made: WeakMap<SentRequest, OwnResource | string>;
}

/** Whether GET says that no resource of a type has an id. False if the URL of the resource is not known. */
export async function isVacantId(state: GatewayState, type: TypeFacts, id: unknown): Promise<boolean> {
  const url = knownUrlOfId(type, id);
  return url !== undefined && (await isVacant(state, url));
}

/** Whether a response says that there is nothing, which is wrong for a resource, but clear. */
const isNull = (answer: Answer | undefined): boolean => answer?.status === 200 && answer.document?.data === null;

/** Whether GET does not return a resource any more, after DELETE of it succeeded. Some servers respond with 500 then. */
export async function isGone({ look }: GatewayState, url: string): Promise<boolean> {
  const answer = await look('GET', url);
  const status = answer?.status ?? 0;
  return isNull(answer) || (status >= 400 && ![401, 403, 405, 429, 503].includes(status));
}

/** Whether GET says that no resource is at a URL. */
export async function isVacant({ look, allowedUrls }: GatewayState, url: string): Promise<boolean> {
  if (!allowedUrls.contains(url)) return false;
  const answer = await look('GET', url);
  // 400 is the answer to ids that no resource can have.
  return isNull(answer) || [400, 404, 410].includes(answer?.status ?? 0);
}
