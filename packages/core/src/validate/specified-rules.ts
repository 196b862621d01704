import { frozenList } from '../internal/freeze.ts';
import { membersOfLinksAndErrors } from './error-object-rules.ts';
import type { Rule } from './rule.ts';
import * as compoundDocuments from './rules/compound-documents.ts';
import * as declaredApi from './rules/declared-api.ts';
import * as documents from './rules/documents.ts';
import * as errors from './rules/errors.ts';
import * as linkRecommendations from './rules/link-recommendations.ts';
import * as links from './rules/links.ts';
import * as members from './rules/members.ts';
import * as recommendations from './rules/recommendations.ts';
import * as relationships from './rules/relationships.ts';
import * as requests from './rules/requests.ts';
import * as resources from './rules/resources.ts';

/**
 * The rules of the specification, in the order in which they visit a node: the shape of a value is checked before its
 * contents.
 */
export const specifiedRules: readonly Rule[] = frozenList([
  members.jsonValue,
  documents.documentObject,
  documents.topLevelMembers,
  documents.dataAndErrors,
  documents.includedWithoutData,
  documents.primaryData,
  errors.errorObjects,
  documents.includedResources,
  members.metaObject,
  documents.jsonapiObject,
  documents.jsonapiVersion,
  documents.jsonapiUris,
  members.definedMembers,
  members.appliedExtensions,
  compoundDocuments.fullLinkage,
  compoundDocuments.uniqueResources,
  resources.resourceType,
  resources.resourceId,
  resources.identificationStrings,
  resources.typeName,
  compoundDocuments.localId,
  resources.attributesObject,
  resources.relationshipsObject,
  resources.fieldNames,
  resources.reservedFieldNames,
  resources.sharedFieldNames,
  relationships.relationshipObject,
  relationships.linkage,
  relationships.identifierType,
  relationships.identifierId,
  links.linksObject,
  links.linkValue,
  links.linkNames,
  relationships.relationshipLinks,
  documents.paginationLinks,
  ...membersOfLinksAndErrors,
  requests.createData,
  requests.createRelationships,
  requests.updateData,
  requests.updateRelationships,
  requests.relationshipData,
  linkRecommendations.nullLink,
  recommendations.emptyErrors,
  recommendations.emptyId,
  recommendations.redundantLocalId,
  recommendations.repeatedLinkage,
  recommendations.recommendedNames,
  recommendations.errorStatusGiven,
  recommendations.errorSourceMembers,
  linkRecommendations.selfLinkType,
  linkRecommendations.mediaTypeSyntax,
  declaredApi.apiTypes,
  declaredApi.apiFields,
  declaredApi.apiLinkage,
  declaredApi.apiAttributes,
]);
