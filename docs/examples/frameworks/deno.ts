import { respond } from './web.ts';

/** For the command `deno serve`. */
export const app = { fetch: respond }; // export default app
