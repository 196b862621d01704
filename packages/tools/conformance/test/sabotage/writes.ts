import {
  type Any,
  both,
  changed,
  type Forward,
  instead,
  isCollection,
  isDelete,
  isPatch,
  isPost,
  isResource,
  reply,
  type Sabotage,
} from './sabotage.ts';

/** Every request. */
export const any = (): boolean => true;
/** A request that creates a resource. */
export const creating = both(isPost, isCollection);
/** A request that updates a resource. */
export const updating = both(isPatch, isResource);
/** A request that deletes a resource. */
export const deleting = both(isDelete, isResource);
/** Replies with an error of this status. */
export const no = (code: number) => reply(code, { errors: [{ status: String(code), title: 'No' }] });
/** Returns the document of a request, or undefined. */
export const jsonOf = async (request: Request): Promise<Any> => {
  try {
    return JSON.parse(await request.clone().text());
  } catch {
    return undefined;
  }
};
/** Makes another response if the server responds with this status. */
export const failing = (
  which: (request: Request) => boolean,
  from: number,
  make: (request: Request, forward: Forward) => Promise<Response>,
): Sabotage['handle'] =>
  instead(which, async (request, forward) => {
    const response = await forward(request.clone() as Request);
    return response.status === from ? make(request, forward) : response;
  });
/** The request with another method and linkage. */
export const linkage = (request: Request, method: string, data: Any) =>
  changed(request, { method, body: JSON.stringify({ data }) });
