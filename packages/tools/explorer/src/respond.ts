import type { ServerResponse } from 'node:http';
import { OWN, safeFields } from './forwarded-fields.ts';

/** Responds with a string for a person. It can contain parts of the request. */
export function respond(
  response: ServerResponse,
  status: number,
  text: string,
  fields: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...fields, ...safeFields, [OWN]: '1' });
  response.end(text);
}
