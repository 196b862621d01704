import { respond } from './web.ts';

/** The options of Bun.serve. */
export const options = { fetch: respond, port: 3000 }; // Bun.serve(options)
