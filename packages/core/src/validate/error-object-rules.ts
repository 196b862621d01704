import { frozenList } from '../internal/freeze.ts';
import type { Rule } from './rule.ts';
import { appliedExtensions } from './rules/applied-extensions.ts';
import { definedMembers } from './rules/defined-members.ts';
import { errorHeader } from './rules/error-header.ts';
import { errorMembers } from './rules/error-members.ts';
import { errorObjects } from './rules/error-objects.ts';
import { errorParameter } from './rules/error-parameter.ts';
import { errorPointer } from './rules/error-pointer.ts';
import { errorSource } from './rules/error-source.ts';
import { errorStatus } from './rules/error-status.ts';
import { errorStrings } from './rules/error-strings.ts';
import { jsonValue } from './rules/json-value.ts';
import { linkHref } from './rules/link-href.ts';
import { linkLanguages } from './rules/link-languages.ts';
import { linkMediaType } from './rules/link-media-type.ts';
import { linkNames } from './rules/link-names.ts';
import { linkRelation } from './rules/link-relation.ts';
import { linkTitle } from './rules/link-title.ts';
import { linkUrl } from './rules/link-url.ts';
import { linkValue } from './rules/link-value.ts';
import { linksObject } from './rules/links-object.ts';
import { metaObject } from './rules/meta-object.ts';
import { uniqueErrorIds } from './rules/unique-error-ids.ts';

/** The rules about the members of link objects and error objects, which follow each other. */
export const membersOfLinksAndErrors: readonly Rule[] = frozenList([
  linkHref,
  linkUrl,
  linkRelation,
  linkTitle,
  linkMediaType,
  linkLanguages,
  errorMembers,
  errorStrings,
  errorStatus,
  uniqueErrorIds,
  errorSource,
  errorPointer,
  errorParameter,
  errorHeader,
]);

/** The rules about error objects and links, in the order of `specifiedRules`. */
export const errorObjectRules: readonly Rule[] = frozenList([
  jsonValue,
  errorObjects,
  metaObject,
  definedMembers,
  appliedExtensions,
  linksObject,
  linkValue,
  linkNames,
  ...membersOfLinksAndErrors,
]);
