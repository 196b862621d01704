import { isMemberName } from '../../spec/member/member-name.ts';

/**
 * Whether a name can be a mistake for that of a field. Other names, such as those of at-members and of extensions, are ignored. No member
 * has the name `__proto__`, but a client that sends it must not believe that it was written.
 */
export function isFieldName(name: string): boolean {
  return isMemberName(name) || name === '__proto__';
}
