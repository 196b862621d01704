/** Compares the responses of a framework with those of the server itself. */
import { corsField, transportFields } from './additions.ts';
import type { FrameworkRequest, FrameworkResponse, Send } from './exchange.ts';

/** The parts of `docs/examples/frameworks/articles.ts` that respond without a framework. */
export interface Direct {
  readonly server: {
    handle(request: {
      readonly method: string;
      readonly url: string;
      readonly headers: Readonly<Record<string, string | readonly string[]>>;
      readonly body?: string | undefined;
    }): Promise<{
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
    }>;
  };
  readonly currentUser: { run<Result>(user: unknown, run: () => Result): Result };
  readonly userOf: (authorization: string | undefined) => unknown;
}

/** Sends requests to the server itself. */
export function sendDirect({ server, currentUser, userOf }: Direct): Send {
  return async ({ method, target, headers = {}, body }) => {
    const path = target.slice('/api'.length);
    const url = path.startsWith('/') ? path : `/${path}`;
    const authorization = headers['Authorization'];
    const user = userOf(typeof authorization === 'string' ? authorization : undefined);
    const response = await currentUser.run(user, () => server.handle({ method, url, headers, body }));
    const lower = Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]);
    return { status: response.status, headers: Object.fromEntries(lower), body: response.body ?? '' };
  };
}

function namesIn(vary: string): string {
  const names = vary.split(',').map((name) => name.trim().toLowerCase());
  return names.filter((name) => name !== 'origin' && name !== '').join(', ');
}

/** The headers without what transport and CORS add. */
function comparedFields(headers: FrameworkResponse['headers']): Readonly<Record<string, string>> {
  const compared = Object.entries(headers).filter(([name]) => !transportFields.has(name) && !corsField.test(name));
  return Object.fromEntries(compared.map(([name, value]) => [name, name === 'vary' ? namesIn(value) : value]).sort());
}

/** Ids of failures are random. */
const withoutIds = (body: string): string => body.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'ID');

/** Returns what is wrong with the length that a framework declares. */
function lengthFault({ method }: FrameworkRequest, { status, headers, body }: FrameworkResponse): readonly string[] {
  const length = headers['content-length'];
  if (length === undefined || method === 'HEAD' || status === 304) return [];
  if (status === 204) return [`content-length with status 204: ${length}`];
  return Number(length) === Buffer.byteLength(body) ? [] : [`content-length ${length} of ${Buffer.byteLength(body)}`];
}

/** Returns the differences between two responses to a request. */
export function differences(
  sent: FrameworkRequest,
  given: FrameworkResponse,
  expected: FrameworkResponse,
): readonly string[] {
  const body = sent.method === 'HEAD' ? '' : expected.body;
  const pairs: readonly (readonly [string, unknown, unknown])[] = [
    ['status', given.status, expected.status],
    ['headers', comparedFields(given.headers), comparedFields(expected.headers)],
    ['body', withoutIds(given.body), withoutIds(body)],
  ];
  const unequal = pairs.map(([name, is, must]) => [name, JSON.stringify(is), JSON.stringify(must)] as const);
  return [
    ...unequal.filter(([, is, must]) => is !== must).map(([name, is, must]) => `${name}: ${is} instead of ${must}`),
    ...lengthFault(sent, given),
  ];
}
