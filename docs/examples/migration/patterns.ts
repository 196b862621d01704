import {
  type Attribute,
  attribute,
  buildDocument,
  defineApi,
  optional,
  parseCreate,
  parseUpdate,
  type StandardSchema,
  serialize,
  string,
  toOne,
  toRow,
} from '@linkage/core';

// #region names
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `-${Lowercase<First>}`}${KebabCase<Rest>}`
  : '';

/** Attributes whose members are in kebab-case, from rows in camelCase. */
function kebabCase<const Schemas extends { readonly [name: string]: StandardSchema }>(schemas: Schemas) {
  const toKebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const attributes = Object.entries(schemas).map(([from, schema]) => [toKebab(from), attribute(schema, { from })]);
  return Object.fromEntries(attributes) as {
    readonly [Name in keyof Schemas & string as KebabCase<Name>]: Attribute<Schemas[Name], { readonly from: Name }>;
  };
}

export const api = defineApi({
  people: {
    attributes: kebabCase({ firstName: string(), lastLogin: optional(string()) }),
    relationships: { team: toOne('teams', { from: 'teamId' }) },
  },
  teams: { attributes: kebabCase({ teamName: string() }) },
});

const person = { id: 9, firstName: 'Dan', lastLogin: '2026-01-01T00:00:00Z', teamId: 4 };
export const named: string = serialize(api, 'people', person); // "first-name", "last-login", and the team 4
// #endregion

// #region views
/** The views of a type are fieldsets. */
const views = { card: { people: ['first-name'] }, full: {} } as const;
export const card: string = serialize(api, 'people', person, { fields: views.card });
// #endregion

// #region foreign-keys
export const newRow = (body: string) => toRow(api, 'people', parseCreate(api, 'people', body), { id: Number });
// { firstName: 'Dan', teamId: 4 }
export const changedRow = (body: string) => toRow(api, 'people', parseUpdate(api, 'people', body), { id: Number });
// { id: 9, teamId: null }
// #endregion

// #region requests
/** The document that creates a resource from a model, which has no id yet. */
export function createRequest(model: { readonly firstName: string; readonly teamId: number }): string {
  const { id: _, ...data } = buildDocument(api, 'people', { id: 'new', ...model }).data;
  return JSON.stringify({ data });
}

/** The document that updates some fields of a resource. */
export const updateRequest: string = serialize(api, 'people', person, { fields: { people: ['first-name', 'team'] } });
// #endregion
