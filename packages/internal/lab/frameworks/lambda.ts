/** Calls a function of AWS Lambda with events of an HTTP API (payload format 2.0). */
import type { Send } from './exchange.ts';

interface LambdaResponse {
  readonly statusCode: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[]>>;
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
}

export function sendLambda(handler: (event: object) => Promise<LambdaResponse>): Send {
  return async ({ method, target, headers = {}, body }) => {
    const [rawPath = '', rawQueryString = ''] = target.split(/\?(.*)/s);
    const joined = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat().join(', ')]);
    const response = await handler({
      version: '2.0',
      rawPath,
      rawQueryString,
      headers: { host: 'localhost', ...Object.fromEntries(joined) },
      requestContext: { domainName: 'localhost', http: { method, path: rawPath } },
      body,
      isBase64Encoded: false,
    });
    const lower = Object.entries(response.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
    const text = Buffer.from(response.body ?? '', response.isBase64Encoded === true ? 'base64' : 'utf8').toString();
    return { status: response.statusCode, headers: Object.fromEntries(lower), body: text };
  };
}
