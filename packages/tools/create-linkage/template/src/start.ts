import { randomUUID } from 'node:crypto';
import { createApiServer } from './server.ts';
import { openSources } from './sources.sql.ts';

const token = process.env['API_TOKEN'] ?? randomUUID();
const { sources } = await openSources();

export const server = createApiServer(sources, token);
export const address = { port: Number(process.env['PORT'] ?? 3000), host: process.env['HOST'] ?? 'localhost' };

/** Prints where the server is, and the token if this start has made it. */
export function announce(): void {
  console.log(`http://${address.host}:${address.port}/api/articles?include=author`);
  if (process.env['API_TOKEN'] === undefined) console.log(`Writes need this header. Authorization: Bearer ${token}`);
}
