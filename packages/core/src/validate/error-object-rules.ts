import { frozenList } from '../internal/freeze.ts';
import type { Rule } from './rule.ts';
import * as errors from './rules/errors.ts';
import * as links from './rules/links.ts';
import * as members from './rules/members.ts';

/** The rules about the members of link objects and error objects, which follow each other. */
export const membersOfLinksAndErrors: readonly Rule[] = frozenList([
  links.linkHref,
  links.linkUrl,
  links.linkRelation,
  links.linkTitle,
  links.linkMediaType,
  links.linkLanguages,
  errors.errorMembers,
  errors.errorStrings,
  errors.errorStatus,
  errors.uniqueErrorIds,
  errors.errorSource,
  errors.errorPointer,
  errors.errorParameter,
  errors.errorHeader,
]);

/** The rules about error objects and links, in the order of `specifiedRules`. */
export const errorObjectRules: readonly Rule[] = frozenList([
  members.jsonValue,
  errors.errorObjects,
  members.metaObject,
  members.definedMembers,
  members.appliedExtensions,
  links.linksObject,
  links.linkValue,
  links.linkNames,
  ...membersOfLinksAndErrors,
]);
