/**
 * Non-standard meta-information: members with any names and JSON values.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export interface MetaObject {
  readonly [member: string]: unknown;
}
