import { H3 } from 'h3';
import { respond } from './web.ts';

export const app = new H3();
// CORS is in `respond`: `handleCors` of h3 would replace the `Vary` of the server.
// In Nitro, the file server/routes/api/[...].ts: defineHandler(({ req }) => respond(req)).
app.all('/api', ({ req }) => respond(req));
app.all('/api/**', ({ req }) => respond(req));
