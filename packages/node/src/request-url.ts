import { stripPrefix } from '@linkage/server/adapter';
import type { HostRequest, NodeRequest } from './host-types.ts';

/**
 * Returns the URL of a request below a prefix, or undefined if it is outside. A prefix is compared with the URL as the
 * client sent it. Without a prefix, the handler serves everything below the path at which Express or Connect mount it.
 */
export function requestUrl(request: NodeRequest, prefix: string): string | undefined {
  const { url = '' } = request;
  const { originalUrl } = request as HostRequest;
  return stripPrefix(prefix !== '' && typeof originalUrl === 'string' ? originalUrl : url, prefix);
}
