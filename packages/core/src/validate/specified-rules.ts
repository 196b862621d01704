import { frozenList } from '../internal/freeze.ts';
import { membersOfLinksAndErrors } from './error-object-rules.ts';
import type { Rule } from './rule.ts';
import { apiAttributes } from './rules/api-attributes.ts';
import { apiFields } from './rules/api-fields.ts';
import { apiLinkage } from './rules/api-linkage.ts';
import { apiTypes } from './rules/api-types.ts';
import { appliedExtensions } from './rules/applied-extensions.ts';
import { attributesObject } from './rules/attributes-object.ts';
import { createData } from './rules/create-data.ts';
import { createRelationships } from './rules/create-relationships.ts';
import { dataAndErrors } from './rules/data-and-errors.ts';
import { definedMembers } from './rules/defined-members.ts';
import { documentObject } from './rules/document-object.ts';
import { emptyErrors } from './rules/empty-errors.ts';
import { emptyId } from './rules/empty-id.ts';
import { errorObjects } from './rules/error-objects.ts';
import { errorSourceMembers } from './rules/error-source-members.ts';
import { errorStatusGiven } from './rules/error-status-given.ts';
import { fieldNames } from './rules/field-names.ts';
import { fullLinkage } from './rules/full-linkage.ts';
import { identificationStrings } from './rules/identification-strings.ts';
import { identifierId } from './rules/identifier-id.ts';
import { identifierType } from './rules/identifier-type.ts';
import { includedResources } from './rules/included-resources.ts';
import { includedWithoutData } from './rules/included-without-data.ts';
import { jsonValue } from './rules/json-value.ts';
import { jsonapiObject } from './rules/jsonapi-object.ts';
import { jsonapiUris } from './rules/jsonapi-uris.ts';
import { jsonapiVersion } from './rules/jsonapi-version.ts';
import { linkNames } from './rules/link-names.ts';
import { linkValue } from './rules/link-value.ts';
import { linkage } from './rules/linkage.ts';
import { linksObject } from './rules/links-object.ts';
import { localId } from './rules/local-id.ts';
import { mediaTypeSyntax } from './rules/media-type-syntax.ts';
import { metaObject } from './rules/meta-object.ts';
import { nullLink } from './rules/null-link.ts';
import { paginationLinks } from './rules/pagination-links.ts';
import { primaryData } from './rules/primary-data.ts';
import { recommendedNames } from './rules/recommended-names.ts';
import { redundantLocalId } from './rules/redundant-local-id.ts';
import { relationshipData } from './rules/relationship-data.ts';
import { relationshipLinks } from './rules/relationship-links.ts';
import { relationshipObject } from './rules/relationship-object.ts';
import { relationshipsObject } from './rules/relationships-object.ts';
import { repeatedLinkage } from './rules/repeated-linkage.ts';
import { reservedFieldNames } from './rules/reserved-field-names.ts';
import { resourceId } from './rules/resource-id.ts';
import { resourceType } from './rules/resource-type.ts';
import { selfLinkType } from './rules/self-link-type.ts';
import { sharedFieldNames } from './rules/shared-field-names.ts';
import { topLevelMembers } from './rules/top-level-members.ts';
import { typeName } from './rules/type-name.ts';
import { uniqueResources } from './rules/unique-resources.ts';
import { updateData } from './rules/update-data.ts';
import { updateRelationships } from './rules/update-relationships.ts';

/**
 * The rules of the specification, in the order in which they visit a node: the shape of a value is checked before its
 * contents.
 */
export const specifiedRules: readonly Rule[] = frozenList([
  jsonValue,
  documentObject,
  topLevelMembers,
  dataAndErrors,
  includedWithoutData,
  primaryData,
  errorObjects,
  includedResources,
  metaObject,
  jsonapiObject,
  jsonapiVersion,
  jsonapiUris,
  definedMembers,
  appliedExtensions,
  fullLinkage,
  uniqueResources,
  resourceType,
  resourceId,
  identificationStrings,
  typeName,
  localId,
  attributesObject,
  relationshipsObject,
  fieldNames,
  reservedFieldNames,
  sharedFieldNames,
  relationshipObject,
  linkage,
  identifierType,
  identifierId,
  linksObject,
  linkValue,
  linkNames,
  relationshipLinks,
  paginationLinks,
  ...membersOfLinksAndErrors,
  createData,
  createRelationships,
  updateData,
  updateRelationships,
  relationshipData,
  nullLink,
  emptyErrors,
  emptyId,
  redundantLocalId,
  repeatedLinkage,
  recommendedNames,
  errorStatusGiven,
  errorSourceMembers,
  selfLinkType,
  mediaTypeSyntax,
  apiTypes,
  apiFields,
  apiLinkage,
  apiAttributes,
]);
