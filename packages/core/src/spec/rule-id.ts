/** The ids of the rules of the specification, by topic. */
export type DocumentRuleId =
  | 'json-value'
  | 'document-object'
  | 'top-level-members'
  | 'data-and-errors'
  | 'included-without-data'
  | 'primary-data'
  | 'error-objects'
  | 'included-resources'
  | 'meta-object'
  | 'jsonapi-object'
  | 'jsonapi-version'
  | 'jsonapi-uris'
  | 'defined-members'
  | 'applied-extensions'
  | 'full-linkage'
  | 'unique-resources';

export type ResourceRuleId =
  | 'resource-type'
  | 'resource-id'
  | 'identification-strings'
  | 'type-name'
  | 'local-id'
  | 'attributes-object'
  | 'relationships-object'
  | 'field-names'
  | 'reserved-field-names'
  | 'shared-field-names'
  | 'relationship-object'
  | 'linkage'
  | 'identifier-type'
  | 'identifier-id';

export type LinksRuleId =
  | 'links-object'
  | 'link-value'
  | 'link-names'
  | 'relationship-links'
  | 'pagination-links'
  | 'link-href'
  | 'link-url'
  | 'link-relation'
  | 'link-title'
  | 'link-media-type'
  | 'link-languages';

export type ErrorsRuleId =
  | 'error-members'
  | 'error-strings'
  | 'error-status'
  | 'unique-error-ids'
  | 'error-source'
  | 'error-pointer'
  | 'error-parameter'
  | 'error-header';

export type RequestsRuleId =
  | 'create-data'
  | 'create-relationships'
  | 'update-data'
  | 'update-relationships'
  | 'relationship-data';

export type RecommendationsRuleId =
  | 'null-link'
  | 'empty-errors'
  | 'empty-id'
  | 'redundant-local-id'
  | 'repeated-linkage'
  | 'recommended-names'
  | 'error-status-given'
  | 'error-source-members'
  | 'self-link-type'
  | 'media-type-syntax';

export type ApiRuleId = 'api-types' | 'api-fields' | 'api-linkage' | 'api-attributes';

/** Every rule of `validateDocument`. Extensions and profiles add their own rules. */
export type RuleId =
  | DocumentRuleId
  | ResourceRuleId
  | LinksRuleId
  | ErrorsRuleId
  | RequestsRuleId
  | RecommendationsRuleId
  | ApiRuleId;
