/** SvelteKit: the file src/routes/api/[...path]/+server.ts. `RequestHandler` is a type of SvelteKit. */
import { respond } from './web.ts';

type RequestHandler = (event: { readonly request: Request }) => Promise<Response>;

/** Serves every method, HEAD included. */
export const fallback: RequestHandler = ({ request }) => respond(request);
