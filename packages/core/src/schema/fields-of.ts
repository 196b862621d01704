import { ownMember } from '../internal/members.ts';
import type { ApiDeclaration } from './api.ts';

/** Returns the attributes or the relationships that a declaration has for a type. Can lack both, and the type. */
export function fieldsOf(declaration: ApiDeclaration, type: string, member: 'attributes' | 'relationships'): object {
  return ownMember(declaration[type] ?? {}, member) ?? {};
}
