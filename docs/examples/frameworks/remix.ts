/** Remix and React Router: the file app/routes/api.$.ts, a resource route. */
import { respond } from './web.ts';

interface RouteArguments {
  readonly request: Request;
}

/** Receives GET and HEAD. */
export const loader = ({ request }: RouteArguments): Promise<Response> => respond(request);

/** Receives all other methods. */
export const action = ({ request }: RouteArguments): Promise<Response> => respond(request);
