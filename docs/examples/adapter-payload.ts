import { textOfParsed } from '@linkage/server/adapter';

/** Returns the `body` for `server.handle` if a body parser of the framework has already parsed the body. */
export function bodyOf(request: { readonly body?: unknown }): string | undefined {
  return textOfParsed(request.body);
}
