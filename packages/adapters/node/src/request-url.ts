import { stripPrefix } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './framework-types.ts';

/**
 * Returns the URL of a request after a prefix, or undefined if the URL does not begin with the prefix. Compares the
 * prefix with the URL that the client sent. Without a prefix, the handler serves everything below the mount path of
 * Express or Connect.
 */
export function requestUrl(request: NodeRequest, prefix: string): string | undefined {
  const { url = '' } = request;
  const { originalUrl } = request as HostRequest;
  return stripPrefix(prefix !== '' && typeof originalUrl === 'string' ? originalUrl : url, prefix);
}
