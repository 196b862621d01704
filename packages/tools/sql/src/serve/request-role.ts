import { isObject, rejection } from '@linkage/core/internal';
import type { RequestSession } from '@linkage/kysely';

function claimsIn(text: string | undefined): object {
  if (text === undefined) return {};
  try {
    const claims: unknown = JSON.parse(text);
    if (isObject(claims)) return claims;
  } catch {
    // It is not an object, either.
  }
  throw rejection('FORBIDDEN.denied', {});
}

/**
 * Returns the role and the claims of a request: one of the roles of `--roles`, by default the first one. The claims have the name that PostgREST
 * and Supabase read.
 *
 * @throws {JsonApiError} 403 if the role is another one, or the claims are not an object.
 */
export function sessionIn(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  roles: readonly string[],
): RequestSession {
  const fieldOf = (name: string): string | undefined => headers[name]?.toString();
  const role = fieldOf('linkage-role') ?? roles.at(0) ?? '';
  if (!roles.includes(role)) throw rejection('FORBIDDEN.denied', {});
  const claims = JSON.stringify({ ...claimsIn(fieldOf('linkage-claims')), role });
  return { role, settings: { 'request.jwt.claims': claims } };
}
