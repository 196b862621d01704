/**
 * Non-standard meta-information: any members with any JSON values.
 *
 * @see https://jsonapi.org/format/1.1/#document-meta
 */
export interface MetaObject {
  readonly [member: string]: unknown;
}
